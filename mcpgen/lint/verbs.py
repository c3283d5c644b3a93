"""More verbs than the vocabulary of generated names has: NAM001 accepts any name that a person gave with care."""

from __future__ import annotations

from typing import Final

from mcpgen.model import vocabulary

_MORE: Final = frozenset("""
    accelerate adapt administer admit advertise aggregate align amplify animate annotate anonymize append
    appoint arm arrange ask assemble assert assess attend authorise automate award balance bet bid blend
    bookmark boost bounce brew bring buffer bundle burn bypass cache call cast catch chain challenge charge
    choose chunk clean click climb clip collaborate collapse collate collect combine compact compile compose
    compress conclude condense conduct confer conform consult contain continue contribute cook coordinate craft
    crop crosscheck cure customize cut dance deactivate debug decide declare decompile decompose decompress
    decorate dedupe deduplicate defer deliver demote depart deposit derive design destroy determine develop
    devise dim direct disarm discuss dispense dispose distribute dive divide dock donate double drag draw drive
    echo elect elicit eliminate embed emphasize employ emulate encourage end enforce engage enhance ensure enter
    equip escape evacuate evolve exclude exec expand experiment explore expose express fade feed fetch fight
    fill finance fit flatten flip float fly focus fold force format formulate found fulfil fuse gather gauge
    give go greet grow guarantee guess guide handle hash heal hear help hire hover hunt illustrate imagine
    implement imply improve include infer inflate influence inform inject innovate instruct integrate interact
    interpolate interpret intersect interview introduce invent invert invest investigate iterate jump justify
    keep kick know lay lead learn lend lessen let lift lint listen localize locate look loop lower mail make
    manipulate manufacture mediate meet memorize mention minimize mirror mix mock moderate modulate multiply
    name navigate negotiate nominate normalize obfuscate offer onboard organize orient outline pack paint
    paraphrase participate pass paste patrol penetrate persist persuade photograph pick place plan plot point
    polish populate praise precompute prefetch prepend presign press prevent proceed produce prolong promise
    prompt prove provide punch qualify quantify quit quote raise randomize ransack reach react readjust rearm
    reason recall recategorize recognize recommit recompute reconnect rectify recurse redact redirect redo
    reduce reestablish refactor refer refine reflect reformat regenerate regress reimburse reinforce reinstall
    relate relaunch relay remap remember remove rent repost represent reproduce resample rescue research reshape
    reside respond retain retire retract reuse reveal revert review revive rewrite ride rinse rise roll round
    route sail sanitize save say schedule screen screenshot scroll sell separate serialize serve shape shift
    shoot shorten shrink shuffle shut simplify sit sketch slice slide slow smooth solve speak specify speed
    spell spend spin spot spread squash squeeze stage stamp stand stash stick stir straighten strengthen stress
    stretch strike strip study subtract succeed sum supersede supply support sustain sweep swipe synthesize take
    talk tap taste teach tell think throw tick tie tighten tint transact transcode transcribe transform
    translate transmit transport travel traverse treat triage trim triple trust try tune turn tweak type
    unarchive uncheck uncover undeploy understand undertake unfold unify unite unpack unpause unquarantine
    unregister unwatch unwrap unzip use utilize validate vary vectorize visit visualize vouch wander warm warn
    wash weigh whitelist widen win withhold wrap write yield zip zoom
    """.split())
_PREFIXES: Final = ("re", "un", "de", "dis", "pre", "auto", "bulk", "batch", "multi", "mass")
_ENDINGS: Final = ("ize", "ise", "ify", "yze")
_NOUNS: Final = frozenset(
    {
        "enterprise",
        "exercise",
        "expertise",
        "franchise",
        "merchandise",
        "noise",
        "premise",
        "prize",
        "rise",
        "size",
        "wise",
    }
)


def is_verb(word: str) -> bool:
    """True when the lower-case `word` may be an imperative verb: when in doubt, it is."""
    if vocabulary.is_verb(word) or word in _MORE:
        return True
    if word.endswith(_ENDINGS) and len(word) > 5 and word not in _NOUNS:
        return True
    stems = (word.removeprefix(prefix) for prefix in _PREFIXES if word.startswith(prefix))
    return word in _PREFIXES[5:] or any(len(stem) > 2 and (vocabulary.is_verb(stem) or stem in _MORE) for stem in stems)
