"""Tools for merchants."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import Json, body, each, pairs, rest, shape
from ..types.merchants import (
    GetCategoryTree,
    OnboardMerchant,
    OnboardMerchantBranding,
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
    return body(
        {
            "line1": address["line1"],
            "line2": address.get("line2"),
            "postalCode": address["postal_code"],
            "city": address["city"],
            "region": address.get("region"),
            "country": address["country"],
        }
    )


def _onboard_merchant_trading_address(address: OnboardMerchantTradingAddress) -> Json:
    return body(
        {
            "line1": address["line1"],
            "line2": address.get("line2"),
            "postalCode": address["postal_code"],
            "city": address["city"],
            "region": address.get("region"),
            "country": address["country"],
        }
    )


def _onboard_merchant_contact(contact: OnboardMerchantContact) -> Json:
    return body(
        {
            "fullName": contact["full_name"],
            "email": contact["email"],
            "phone": contact.get("phone"),
            "role": contact.get("role"),
            "preferredLanguage": contact.get("preferred_language"),
        }
    )


def _onboard_merchant_owner(owner: OnboardMerchantOwner) -> Json:
    return rest(
        owner,
        {
            "firstName": owner["first_name"],
            "lastName": owner["last_name"],
            "dateOfBirth": owner["date_of_birth"],
            "sharePercent": owner["share_percent"],
            "isDirector": owner.get("is_director"),
        },
        read=("first_name", "last_name", "date_of_birth", "share_percent", "is_director"),
    )


def _onboard_merchant_settlement(settlement: OnboardMerchantSettlement) -> Json:
    return rest(settlement, {"currency": settlement["currency"]}, read=("currency",))


def _onboard_merchant_volumes(volumes: OnboardMerchantVolumes) -> Json:
    return rest(
        volumes,
        {
            "refundPercent": volumes.get("refund_percent"),
            "deliveryDays": volumes.get("delivery_days"),
        },
        read=("refund_percent", "delivery_days"),
    )


def _onboard_merchant_branding(branding: OnboardMerchantBranding) -> Json:
    return body(
        {
            "displayName": branding.get("display_name"),
            "accentColor": branding.get("accent_color"),
            "logoUrl": branding.get("logo_url"),
            "statementText": branding.get("statement_text"),
            "supportEmail": branding.get("support_email"),
            "supportPhone": branding.get("support_phone"),
        }
    )


def _onboard_merchant_features(features: OnboardMerchantFeatures) -> Json:
    return body(
        {
            "savedCards": features.get("saved_cards"),
            "subscriptions": features.get("subscriptions"),
            "instantPayouts": features.get("instant_payouts"),
            "strongAuthentication": features.get("strong_authentication"),
        }
    )


def _onboard_merchant_notifications(notifications: OnboardMerchantNotifications) -> Json:
    return body(
        {
            "disputeEmail": notifications.get("dispute_email"),
            "payoutEmail": notifications.get("payout_email"),
            "webhookUrl": notifications.get("webhook_url"),
        }
    )


def _replace_category_tree_child(child: ReplaceCategoryTreeChild) -> Json:
    return rest(
        child,
        {"code": child["code"], "name": child["name"], "feePercent": child.get("fee_percent")},
        read=("code", "name", "fee_percent"),
    )


@tool(string_ids=["/id"], check_body=True)
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
                "compliance": {
                    "termsVersion": args["compliance_terms_version"],
                    "termsAcceptedAt": args["compliance_terms_accepted_at"],
                    "sellsAgeRestricted": args.get("compliance_sells_age_restricted"),
                    "licences": args.get("compliance_licences"),
                },
                "notifications": shape(_onboard_merchant_notifications, args.get("notifications")),
                "metadata": pairs(args.get("metadata")),
            }
        ),
    )


@tool()
async def get_category_tree(args: GetCategoryTree, api: Api) -> Reply:
    """Get category tree: GET /categories."""
    return await api.get("/categories")


@tool(check_body=True)
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
