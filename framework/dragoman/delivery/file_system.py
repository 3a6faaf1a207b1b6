"""The file system that a state file lies on."""

from pathlib import Path

NETWORK = frozenset(
    [
        "nfs",
        "nfs4",
        "cifs",
        "smb3",
        "smbfs",
        "afs",
        "ceph",
        "glusterfs",
        "lustre",
        "gfs2",
        "ocfs2",
        "davfs",
        "fuse.sshfs",
        "fuse.glusterfs",
        "fuse.ceph",
        "fuse.rclone",
        "fuse.davfs2",
        "fuse.s3fs",
        "fuse.gcsfuse",
    ]
)
"""File systems on which locks or the order of writes cannot be relied on."""


def kind_of(folder: Path) -> str:
    """Return the kind of file system that a folder lies on; empty where that cannot be told."""
    try:
        lines = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    place = str(folder.resolve())
    best, kind = "", ""
    for line in lines:
        fields = line.split()
        mount = fields[4].replace("\\040", " ")
        below = place == mount or place.startswith(mount.rstrip("/") + "/")
        if below and len(mount) >= len(best):
            best, kind = mount, fields[fields.index("-") + 1]
    return kind
