"""Human titles from the words of a name: sentence case, acronyms as people write them (NAM008)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

_WRITTEN = MappingProxyType(
    {
        word.lower(): word
        for word in (
            "ACL AI API APIs ARN ASCII AWS BGP CA CDN CIDR CLI CPU CRL CRM CSR CSRF CSS CSV CVE CVEs DAG DAGs DHCP "
            "DID DKIM DM DNS EAN EC2 ECS EU "
            "EUR FAQ FAQs GB GCP GIF GPG GPS GPU GPX HLS HTML HTTP HTTPS IAM IBAN ICS IDP IMAP IMDb IoT IP IPs IPv4 "
            "IPv6 ISBN ISO JPEG "
            "JSON JWK JWKs JWKS JWT JWTs KPI KPIs KYC LDAP LFS LLM MAC MFA ML NFT NFTs OAuth OAuth2 OCR OIDC OTP "
            "PBX PDF PDFs PNG POI "
            "PR PRs QR RAM RBAC RPC RSS S3 SAML SBOM SCIM SDK SEO SHA SIP SKU SKUs SLA SLO SMS SMTP SNS SQL SQS SSH "
            "SSL SSO SVG TCP TLS TOTP "
            "TV UDP UI URI URIs URL URLs USD UTC UUID UUIDs VAT VLAN VM VMs VPC VPN XML XMPP XSD YAML ZIP GitHub "
            "GitLab GraphQL YouTube "
            "PayPal LinkedIn OpenAPI WhatsApp MySQL PostgreSQL WebSocket WiFi iOS macOS DoS DDoS"
        ).split()
    }
    | {"id": "ID", "ids": "IDs"}
)


def title_of(words: Sequence[str]) -> str:
    """The title of a tool from the words of its name: list, dns, records → "List DNS records"."""
    spelled = [_WRITTEN.get(word, word) for word in words]
    text = " ".join(spelled)
    return text[:1].upper() + text[1:]


def spelled(words: Sequence[str]) -> str:
    """Words as running text, acronyms as people write them: book, isbn → "book ISBN"."""
    return " ".join(_WRITTEN.get(word, word) for word in words)
