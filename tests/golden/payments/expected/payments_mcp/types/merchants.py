"""Arguments of the tools in ../tools/merchants.py."""

from typing import Literal, NotRequired, TypedDict


class OnboardMerchantRegisteredAddress(TypedDict):
    line1: str


class OnboardMerchantContact(TypedDict):
    full_name: str


class OnboardMerchantOwner(TypedDict):
    first_name: str


class OnboardMerchantSettlement(TypedDict):
    currency: str


class OnboardMerchantCompliance(TypedDict):
    terms_version: str


class OnboardMerchantTradingAddress(TypedDict):
    line1: str


class OnboardMerchantVolumes(TypedDict):
    refund_percent: NotRequired[float]


class OnboardMerchantBranding(TypedDict):
    display_name: NotRequired[str]


class OnboardMerchantFeatures(TypedDict):
    saved_cards: NotRequired[bool]


class OnboardMerchantNotifications(TypedDict):
    dispute_email: NotRequired[str]


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
    compliance: OnboardMerchantCompliance
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
