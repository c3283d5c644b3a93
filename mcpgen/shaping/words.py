"""Identifiers of every style as words, and words as singular and plural.

English number is by rule with a table of exceptions: loading a dictionary library takes longer than a whole generation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from types import MappingProxyType

from anyascii import anyascii

_BRANDS = MappingProxyType(
    {
        brand: brand.capitalize()
        for brand in (
            "OAuth OpenAPI GraphQL GitHub GitLab YouTube PayPal LinkedIn JavaScript TypeScript WhatsApp MySQL NoSQL "
            "PostgreSQL "
            "DevOps IPv4 IPv6 iOS macOS eSim WebSocket WebSockets WebRTC OpenID WordPress MongoDB DynamoDB "
            "BitBucket McCabe "
            "NextCloud SharePoint OneDrive DropBox FaceBook LaTeX LoRa WiFi"
        ).split()
    }
)
_BRAND = re.compile(
    "|".join(
        rf"(?<![A-Za-z]){re.escape(brand)}(?![a-z])" if brand[0].islower() else re.escape(brand)
        for brand in sorted(_BRANDS, key=lambda b: (-len(b), b))
    )
)
"""One that opens in lower case is none in the middle of other words: eSim, of describeSimulation."""
_WORD = re.compile(
    r"""
      \d+[A-Z]+(?=[A-Z][a-z]|[^A-Za-z]|$)   # 2FA
    | \d+[a-z]+                             # 2fa, 3d
    | [A-Z]{2,}s(?=[A-Z]|[^A-Za-z]|$)\d*    # URLs, IDs
    | [A-Z]+(?=[A-Z][a-z])                  # HTTP of HTTPServer
    | (?<![A-Za-z])[a-z]\d+[a-z](?![a-z\d])  # k8s, i18n, p2p
    | [A-Z]?[a-z]+\d*                       # Server, s3, v1
    | [A-Z]+\d*                             # API, S3
    | \d+
    """,
    re.VERBOSE | re.ASCII,
)
_APOSTROPHE = re.compile(r"(?<=[A-Za-z])['’](?:s\b|(?=[a-z]))")
_VERSION = re.compile(r"v\d+(?:[._]?\d+)*(?:alpha|beta|rc)?\d*|(?:alpha|beta)\d*|\d+(?:\.\d+)+|20\d\d-\d\d-\d\d")

_UNCOUNTABLE = frozenset("""
    access acs advice alias always analytics as atlas aws axis bandwidth basis bias billing bus business canvas
    chaos chassis chromeos cms content corps cors css data dfs dns ds ebs economics efs eks equipment evidence
    feedback firmware following fs gas gcs gis gps hardware has hdfs health his history hls https iaas ias ics
    info information insurance inventory ios is its jenkins js kms kudos macos kubernetes lens lfs logistics
    maintenance mathematics media meta metadata money ms music nas news nfs ns os paas pandas physics plus pos
    progress prometheus ps rds redis research rps rss saas sas series sms sns software species sports sqs ssl
    staff statistics stats stock storage sts support this timeseries tls traffic ts us vfs vps was weather whois
    yes zfs
    """.split())
_INVARIANT_PLURAL = frozenset(
    "aircraft data media metadata news series species staff stats statistics analytics timeseries".split()
)
_IRREGULAR = MappingProxyType(dict(pair.split(":") for pair in """
        people:person children:child men:man women:woman mice:mouse feet:foot teeth:tooth geese:goose dice:die
        criteria:criterion phenomena:phenomenon indices:index vertices:vertex matrices:matrix appendices:appendix
        axes:axis analyses:analysis bases:base theses:thesis hypotheses:hypothesis diagnoses:diagnosis
        synopses:synopsis crises:crisis oases:oasis parentheses:parenthesis schemata:schema stigmata:stigma
        movies:movie cookies:cookie zombies:zombie selfies:selfie calories:calorie ties:tie pies:pie lies:lie
        rookies:rookie hoodies:hoodie genies:genie brownies:brownie
        caches:cache niches:niche headaches:headache avalanches:avalanche aches:ache
        statuses:status buses:bus bonuses:bonus viruses:virus campuses:campus censuses:census focuses:focus
        radiuses:radius radii:radius corpuses:corpus corpora:corpus menus:menu apparatuses:apparatus
        viri:virus alumni:alumnus nexuses:nexus opuses:opus choruses:chorus surpluses:surplus
        aliases:alias gases:gas canvases:canvas biases:bias atlases:atlas lenses:lens pancreases:pancreas
        heroes:hero potatoes:potato tomatoes:tomato echoes:echo vetoes:veto torpedoes:torpedo cargoes:cargo
        shelves:shelf halves:half knives:knife wives:wife lives:life wolves:wolf calves:calf selves:self
        thieves:thief loaves:loaf scarves:scarf elves:elf leaves:leave
        feeds:feed seeds:seed beds:bed weeds:weed speeds:speed needs:need families:family replies:reply
        assemblies:assembly supplies:supply quizzes:quiz oxen:ox apis:api kpis:kpi pois:poi uis:ui guis:gui taxis:taxi
        cpus:cpu gpus:gpu skus:sku wikis:wiki emojis:emoji dois:doi
        """.split()))
_IRREGULAR_PLURAL = MappingProxyType(
    {one: many for many, one in reversed(list(_IRREGULAR.items()))}
    | {
        "index": "indexes",
        "radius": "radii",
        "schema": "schemas",
        "virus": "viruses",
        "corpus": "corpora",
        "leaf": "leaves",
    }
)
_SINGULAR_ENDINGS = ("ss", "us", "is", "ius", "ous")
_SIBILANT_PLURALS = ("sses", "shes", "ches", "xes", "zzes")


@lru_cache(maxsize=65536)
def split_words(identifier: str) -> tuple[str, ...]:
    """The words of an identifier or phrase in any style, lower case and ASCII: `getHTTPServer` → get, http, server.

    Accents are dropped and letters of other scripts transliterated, since a tool's name is of ASCII: `größe` → grosse.
    """
    plain = identifier if identifier.isascii() else anyascii(identifier).replace("'", "")
    plain = _APOSTROPHE.sub("", plain)
    plain = _BRAND.sub(lambda m: _BRANDS[m.group()], plain)
    return tuple(word.lower() for word in _WORD.findall(plain))


def snake_case(identifier: str) -> str:
    """An identifier or phrase in any style as snake_case; empty where it has no ASCII letters or digits."""
    return "_".join(split_words(identifier))


def is_version(text: str) -> bool:
    """True for an API version as paths and operation ids write it: `v1`, `v2beta1`, `2.0`, `2024-01-31`."""
    return _VERSION.fullmatch(text.lower()) is not None


@cache
def singular(word: str) -> str:
    """The singular of a lower-case English noun; a singular (or what has none) is given back."""
    if word in _UNCOUNTABLE or word in _INVARIANT_PLURAL:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith(_SINGULAR_ENDINGS) or not word.endswith("s") or len(word) < 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(_SIBILANT_PLURALS):
        return word[:-2]
    if word.endswith("yses"):
        return word[:-2] + "is"
    return word[:-1]


@cache
def plural(word: str) -> str:
    """The plural of a lower-case English noun; a plural (or what has none) is given back."""
    if word in _IRREGULAR_PLURAL:
        return _IRREGULAR_PLURAL[word]
    if word in _UNCOUNTABLE or word in _INVARIANT_PLURAL or singular(word) != word or word.endswith(("ed", "ly")):
        return word
    if word.endswith("sis"):
        return word[:-2] + "es"
    if word.endswith("y") and len(word) > 1 and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word + "s"


def is_plural(word: str) -> bool:
    """True when a lower-case noun is a plural and not also its own singular."""
    return singular(word) != word


def counts(word: str) -> bool:
    """False for nouns that have no plural of their own: metadata, news, information."""
    return word not in _UNCOUNTABLE and word not in _INVARIANT_PLURAL


def singular_noun(words: Sequence[str]) -> tuple[str, ...]:
    """A noun of several words with its last word, the head, in the singular: order, lines → order, line."""
    return (*words[:-1], singular(words[-1])) if words else ()


def plural_noun(words: Sequence[str]) -> tuple[str, ...]:
    """A noun of several words with its last word, the head, in the plural."""
    return (*words[:-1], plural(words[-1])) if words else ()


def same_word(one: str, other: str) -> bool:
    """True when two lower-case words are the same noun, whatever their number."""
    return one == other or singular(one) == singular(other)


def holds(words: Iterable[str], word: str) -> bool:
    """True when `word` is among `words`, whatever its number."""
    return any(same_word(word, other) for other in words)


def with_article(noun: str) -> str:
    """`book` → `a book`, `order` → `an order`: by the first letter, with the common exceptions of sound."""
    first = noun.split(" ", 1)[0].lower()
    vowel = first[:1] in "aeiou" and not first.startswith(
        ("uni", "use", "usu", "eu", "one", "url", "uri", "uuid", "util")
    )
    spelled = first in {"hour", "honor", "honour", "heir"} or (
        first in {"sms", "html", "http", "https", "mfa", "rss", "ssh", "ssl", "mp3", "npm", "s3", "xml", "svg", "fqdn"}
    )
    return f"{'an' if vowel or spelled else 'a'} {noun}"
