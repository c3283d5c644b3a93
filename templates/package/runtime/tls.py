"""The certificate by which the server shows itself to the API (mutual TLS)."""

from __future__ import annotations

import ssl

import httpx2


def certificate_fault(certificate: str, key: str) -> str:
    """What is wrong with the files, '' where they can be used; a key behind a password cannot."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_cert_chain(certificate, key, password="")
    except FileNotFoundError:
        return "names a file that is not there"
    except OSError as error:
        named = "do not belong together" if "MISMATCH" in str(error) else "cannot be read"
        return f"{named} as a certificate and its key in PEM, without a password"
    return ""


def client_context(certificate: str, key: str) -> ssl.SSLContext:
    """What a client connects with: the usual authorities, and the certificate."""
    context = httpx2.create_ssl_context()
    context.load_cert_chain(certificate, key, password="")
    return context
