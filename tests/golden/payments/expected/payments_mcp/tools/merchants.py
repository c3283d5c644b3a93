"""Tools for merchants."""

from ..runtime.api import Api, Reply
from ..runtime.bodies import body_check
from ..runtime.tool import tool
from ..runtime.wire import Json, body, each, pairs, rest, shape
from ..types.merchants import (
    GetCategoryTree,
    OnboardMerchant,
    OnboardMerchantBranding,
    OnboardMerchantCompliance,
    OnboardMerchantContact,
    OnboardMerchantFeatures,
    OnboardMerchantNotifications,
    OnboardMerchantOwner,
    OnboardMerchantRegisteredAddress,
    OnboardMerchantSettlement,
    OnboardMerchantTradingAddress,
    OnboardMerchantVolumes,
    ReplaceCategoryTree,
    ReplaceCategoryTreeChild,
)


def _onboard_merchant_registered_address(address: OnboardMerchantRegisteredAddress) -> Json:
    return rest(address, {"line1": address["line1"]}, read=("line1",))


def _onboard_merchant_trading_address(address: OnboardMerchantTradingAddress) -> Json:
    return rest(address, {"line1": address["line1"]}, read=("line1",))


def _onboard_merchant_contact(contact: OnboardMerchantContact) -> Json:
    return rest(contact, {"fullName": contact["full_name"]}, read=("full_name",))


def _onboard_merchant_owner(owner: OnboardMerchantOwner) -> Json:
    return rest(owner, {"firstName": owner["first_name"]}, read=("first_name",))


def _onboard_merchant_settlement(settlement: OnboardMerchantSettlement) -> Json:
    return rest(settlement, {"currency": settlement["currency"]}, read=("currency",))


def _onboard_merchant_volumes(volumes: OnboardMerchantVolumes) -> Json:
    return rest(volumes, {"refundPercent": volumes.get("refund_percent")}, read=("refund_percent",))


def _onboard_merchant_branding(branding: OnboardMerchantBranding) -> Json:
    return rest(branding, {"displayName": branding.get("display_name")}, read=("display_name",))


def _onboard_merchant_features(features: OnboardMerchantFeatures) -> Json:
    return rest(features, {"savedCards": features.get("saved_cards")}, read=("saved_cards",))


def _onboard_merchant_compliance(compliance: OnboardMerchantCompliance) -> Json:
    return rest(compliance, {"termsVersion": compliance["terms_version"]}, read=("terms_version",))


def _onboard_merchant_notifications(notifications: OnboardMerchantNotifications) -> Json:
    return rest(
        notifications, {"disputeEmail": notifications.get("dispute_email")}, read=("dispute_email",)
    )


def _replace_category_tree_child(child: ReplaceCategoryTreeChild) -> Json:
    return rest(
        child,
        {"code": child["code"], "name": child["name"], "feePercent": child.get("fee_percent")},
        read=("code", "name", "fee_percent"),
    )


@tool(string_ids=["/id"], check_body=body_check)
async def onboard_merchant(args: OnboardMerchant, api: Api) -> Reply:
    """Onboard merchant: POST /merchants."""
    return await api.post(
        "/merchants",
        json=body(
            {
                "legalName": args["legal_name"],
                "tradingName": args.get("trading_name"),
                "legalForm": args["legal_form"],
                "registrationNumber": args["registration_number"],
                "vatNumber": args.get("vat_number"),
                "incorporatedOn": args.get("incorporated_on"),
                "website": args.get("website"),
                "merchantCategoryCode": args["merchant_category_code"],
                "businessDescription": args.get("business_description"),
                "employeeCount": args.get("employee_count"),
                "registeredAddress": shape(
                    _onboard_merchant_registered_address, args["registered_address"]
                ),
                "tradingAddress": shape(
                    _onboard_merchant_trading_address, args.get("trading_address")
                ),
                "contact": shape(_onboard_merchant_contact, args["contact"]),
                "owners": each(_onboard_merchant_owner, args["owners"]),
                "settlement": shape(_onboard_merchant_settlement, args["settlement"]),
                "volumes": shape(_onboard_merchant_volumes, args.get("volumes")),
                "branding": shape(_onboard_merchant_branding, args.get("branding")),
                "features": shape(_onboard_merchant_features, args.get("features")),
                "compliance": shape(_onboard_merchant_compliance, args["compliance"]),
                "notifications": shape(_onboard_merchant_notifications, args.get("notifications")),
                "metadata": pairs(args.get("metadata")),
            }
        ),
    )


@tool()
async def get_category_tree(args: GetCategoryTree, api: Api) -> Reply:
    """Get category tree: GET /categories."""
    return await api.get("/categories")


@tool(check_body=body_check)
async def replace_category_tree(args: ReplaceCategoryTree, api: Api) -> Reply:
    """Replace category tree: PUT /categories."""
    return await api.put(
        "/categories",
        json=body(
            {
                "code": args["code"],
                "name": args["name"],
                "feePercent": args.get("fee_percent"),
                "children": each(_replace_category_tree_child, args.get("children")),
            }
        ),
    )
