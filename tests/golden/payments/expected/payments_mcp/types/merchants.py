"""Arguments of the tools in ../tools/merchants.py."""

from typing import Literal, NotRequired, TypedDict


class OnboardMerchantRegisteredAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    postal_code: str
    city: str
    region: NotRequired[str]
    country: str


class OnboardMerchantContact(TypedDict):
    full_name: str
    email: str
    phone: NotRequired[str]
    role: NotRequired[str]
    preferred_language: NotRequired[str]


class OnboardMerchantOwner(TypedDict):
    first_name: str
    last_name: str
    date_of_birth: str
    share_percent: float
    is_director: NotRequired[bool]


class OnboardMerchantSettlement(TypedDict):
    currency: str


class OnboardMerchantTradingAddress(TypedDict):
    line1: str
    line2: NotRequired[str]
    postal_code: str
    city: str
    region: NotRequired[str]
    country: str


class OnboardMerchantVolumes(TypedDict):
    refund_percent: NotRequired[float]
    delivery_days: NotRequired[int]


class OnboardMerchantBranding(TypedDict):
    display_name: NotRequired[str]
    accent_color: NotRequired[str]
    logo_url: NotRequired[str]
    statement_text: NotRequired[str]
    support_email: NotRequired[str]
    support_phone: NotRequired[str]


class OnboardMerchantFeatures(TypedDict):
    saved_cards: NotRequired[bool]
    subscriptions: NotRequired[bool]
    instant_payouts: NotRequired[bool]
    strong_authentication: NotRequired[Literal["always", "whenNeeded"]]


class OnboardMerchantNotifications(TypedDict):
    dispute_email: NotRequired[str]
    payout_email: NotRequired[str]
    webhook_url: NotRequired[str]


class OnboardMerchantMetadataItem(TypedDict):
    key: str
    value: str


class OnboardMerchant(TypedDict):
    legal_name: str
    legal_form: Literal[
        "soleTrader", "partnership", "limitedCompany", "publicCompany", "association"
    ]
    registration_number: str
    merchant_category_code: str
    registered_address: OnboardMerchantRegisteredAddress
    contact: OnboardMerchantContact
    owners: list[OnboardMerchantOwner]
    settlement: OnboardMerchantSettlement
    compliance_terms_version: str
    compliance_terms_accepted_at: str
    trading_name: NotRequired[str]
    vat_number: NotRequired[str]
    incorporated_on: NotRequired[str]
    website: NotRequired[str]
    business_description: NotRequired[str]
    employee_count: NotRequired[int]
    trading_address: NotRequired[OnboardMerchantTradingAddress]
    volumes: NotRequired[OnboardMerchantVolumes]
    branding: NotRequired[OnboardMerchantBranding]
    features: NotRequired[OnboardMerchantFeatures]
    compliance_sells_age_restricted: NotRequired[bool]
    compliance_licences: NotRequired[list[str]]
    notifications: NotRequired[OnboardMerchantNotifications]
    metadata: NotRequired[list[OnboardMerchantMetadataItem]]


class GetCategoryTree(TypedDict):
    pass


class ReplaceCategoryTreeChild(TypedDict):
    code: str
    name: str
    fee_percent: NotRequired[float]


class ReplaceCategoryTree(TypedDict):
    code: str
    name: str
    fee_percent: NotRequired[float]
    children: NotRequired[list[ReplaceCategoryTreeChild]]
