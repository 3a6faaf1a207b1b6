"""Whether the write-ahead log beside a state file still has what was committed to it.

SQLite goes by the frames up to the first that is damaged, and forgets those after it without a word. How many
there were stands in the index beside the log (``-shm``), which outlives a killed process. With
``synchronous=FULL`` the log is on the disk before the index tells of it, which never tells of more than there
was.

Source: https://www.sqlite.org/walformat.html
"""

import struct
import sys
from array import array
from pathlib import Path

HEADER = 32
FRAME_HEADER = 24
_MAGIC = (0x377F0682, 0x377F0683)
_INDEX_HEADER = struct.Struct("=3I2BHII8s8s8s")
"""Version, padding, change counter, whether it is set up, endianness, page size, last frame, pages; then the
last frame's checksum, the log's salts, and a checksum; in the machine's own order."""
_BACKFILLED = 2 * _INDEX_HEADER.size
"""Where the index says how many frames have been copied into the state file."""
_MASK = 0xFFFFFFFF


def loss_of(path: Path) -> str | None:
    """Return in words what the log of a state file that nobody uses has lost; None while it is whole."""
    index = _read(path.with_name(f"{path.name}-shm"))
    committed, salts = _committed(index)
    if not committed:
        return None
    log = _read(path.with_name(f"{path.name}-wal"))
    if len(log) >= HEADER and _is_header(log) and log[16:24] != salts:
        # The index is older than the log, and says nothing of it.
        return None
    whole = _whole_frames(log, committed)
    if whole >= committed:
        return None
    return f"of {committed} pages that were committed last only {whole} can be read from {path.name}-wal"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _committed(index: bytes) -> tuple[int, bytes]:
    """Return how many frames were committed and are not in the state file, if any, and the log's salts."""
    size = _INDEX_HEADER.size
    if len(index) < _BACKFILLED + 4 or index[:size] != index[size : 2 * size]:
        return 0, b""
    *_, ready, _, _, last, _, _, salts, checksum = _INDEX_HEADER.unpack_from(index)
    if not ready or struct.pack("=2I", *_checksum(index[: size - 8], (0, 0), sys.byteorder)) != checksum:
        return 0, b""
    (backfilled,) = struct.unpack_from("=I", index, _BACKFILLED)
    return (last if backfilled < last else 0), salts


def _is_header(log: bytes) -> bool:
    magic = int.from_bytes(log[:4], "big")
    return magic in _MAGIC and struct.pack(">2I", *_checksum(log[:24], (0, 0), _order(magic))) == log[24:32]


def _order(magic: int) -> str:
    return "big" if magic & 1 else "little"


def _whole_frames(log: bytes, wanted: int) -> int:
    """Return how many frames from the first on are whole, up to as many as are wanted."""
    if len(log) < HEADER or not _is_header(log):
        return 0
    order = _order(int.from_bytes(log[:4], "big"))
    page = int.from_bytes(log[8:12], "big")
    sums: tuple[int, int] = struct.unpack(">2I", log[24:32])
    size = FRAME_HEADER + page
    for number in range(wanted):
        frame = log[HEADER + number * size : HEADER + (number + 1) * size]
        if len(frame) < size or frame[8:16] != log[16:24]:
            return number
        sums = _checksum(frame[:8] + frame[FRAME_HEADER:], sums, order)
        if struct.pack(">2I", *sums) != frame[16:24]:
            return number
    return wanted


def _checksum(content: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    words = array("I", content)
    if order != sys.byteorder:
        words.byteswap()
    first, second = sums
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & _MASK
        second = (second + odd + first) & _MASK
    return first, second
