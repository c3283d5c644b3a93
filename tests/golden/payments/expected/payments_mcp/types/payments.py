"""Arguments of the tools in ../tools/payments.py."""

from typing import Literal, NotRequired, TypedDict


class ListPayments(TypedDict):
    created_gte: NotRequired[str]
    created_lt: NotRequired[str]
    amount_gte: NotRequired[int]
    currencies: NotRequired[list[str]]
    status: NotRequired[Literal["pending", "authorized", "captured", "cancelled", "failed"]]
    action: NotRequired[Literal["capture", "cancel", "refund"]]
    limit: NotRequired[int]
    starting_after: NotRequired[str]


class CreateCardPaymentMetadataItem(TypedDict):
    key: str
    value: str


class CreateCardPayment(TypedDict):
    amount_value: int
    amount_currency: str
    method_card_token: str
    method_capture: NotRequired[Literal["now", "later"]]
    method_instalments: NotRequired[int]
    customer_id: NotRequired[str]
    reference: NotRequired[str]
    metadata: NotRequired[list[CreateCardPaymentMetadataItem]]


class CreateBankTransferPaymentMetadataItem(TypedDict):
    key: str
    value: str


class CreateBankTransferPayment(TypedDict):
    amount_value: int
    amount_currency: str
    method_holder_name: str
    method_country: str
    method_expires_in_days: NotRequired[int]
    customer_id: NotRequired[str]
    reference: NotRequired[str]
    metadata: NotRequired[list[CreateBankTransferPaymentMetadataItem]]


class CreateWalletPaymentMetadataItem(TypedDict):
    key: str
    value: str


class CreateWalletPayment(TypedDict):
    amount_value: int
    amount_currency: str
    method_provider: Literal["nordpurse", "tidewallet", "pocketone"]
    method_return_url: str
    customer_id: NotRequired[str]
    reference: NotRequired[str]
    metadata: NotRequired[list[CreateWalletPaymentMetadataItem]]


class SearchPaymentsFilterAndItem(TypedDict):
    field: NotRequired[Literal["amount", "currency", "status", "riskLevel", "reference"]]
    operator: NotRequired[Literal["eq", "ne", "gt", "lt", "contains"]]
    value: NotRequired[str]


class SearchPaymentsFilterOrItem(TypedDict):
    field: NotRequired[Literal["amount", "currency", "status", "riskLevel", "reference"]]
    operator: NotRequired[Literal["eq", "ne", "gt", "lt", "contains"]]
    value: NotRequired[str]


class SearchPayments(TypedDict):
    filter_field: NotRequired[Literal["amount", "currency", "status", "riskLevel", "reference"]]
    filter_operator: NotRequired[Literal["eq", "ne", "gt", "lt", "contains"]]
    filter_value: NotRequired[str]
    filter_and: NotRequired[list[SearchPaymentsFilterAndItem]]
    filter_or: NotRequired[list[SearchPaymentsFilterOrItem]]
    limit: NotRequired[int]


class GetPayment(TypedDict):
    payment_id: str


class UpdatePaymentMetadataItem(TypedDict):
    key: str
    value: str


class UpdatePayment(TypedDict):
    payment_id: str
    reference: NotRequired[str]
    receipt_email: NotRequired[str]
    customer_id: NotRequired[str]
    ship_to_line1: NotRequired[str]
    ship_to_city: NotRequired[str]
    ship_to_country: NotRequired[str]
    metadata: NotRequired[list[UpdatePaymentMetadataItem]]
    clear_fields: NotRequired[list[Literal["reference", "receipt_email", "customer_id"]]]


class CapturePayment(TypedDict):
    payment_id: str
    amount: NotRequired[int]
    reason: NotRequired[str]


class CancelPayment(TypedDict):
    payment_id: str
    amount: NotRequired[int]
    reason: NotRequired[str]


class RefundPayment(TypedDict):
    payment_id: str
    amount: NotRequired[int]
    reason: NotRequired[str]
