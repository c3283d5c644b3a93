"""All rules, in the order of their ids. A new rule is its file and one line here."""

from __future__ import annotations

from typing import Final

from mcpgen.lint.rule import Rule
from mcpgen.lint.rules.ann001_explicit import explicit
from mcpgen.lint.rules.ann002_honest import honest
from mcpgen.lint.rules.ann003_writes_confirm import writes_confirm
from mcpgen.lint.rules.des001_present import present
from mcpgen.lint.rules.des005_length import length
from mcpgen.lint.rules.gra001_mega_tool import mega_tool
from mcpgen.lint.rules.gra002_hidden_conditions import hidden_conditions
from mcpgen.lint.rules.gra003_deep_schema import deep_schema
from mcpgen.lint.rules.gra004_too_many_tools import too_many_tools
from mcpgen.lint.rules.nam001_verb_noun import verb_noun
from mcpgen.lint.rules.nam002_name_format import name_format
from mcpgen.lint.rules.nam003_vague_name import vague_name
from mcpgen.lint.rules.nam004_unique_name import unique_name
from mcpgen.lint.rules.par001_described import described
from mcpgen.lint.rules.par002_typed import typed
from mcpgen.lint.rules.par004_string_id import string_id
from mcpgen.lint.rules.par005_required import required
from mcpgen.lint.rules.par009_id_source import id_source
from mcpgen.lint.rules.par012_json_schema import json_schema
from mcpgen.lint.rules.sec001_injection import injection
from mcpgen.lint.rules.sec004_hidden_text import hidden_text
from mcpgen.lint.rules.sec008_agent_state import agent_state
from mcpgen.lint.rules.srv002_no_tool_list import no_tool_list
from mcpgen.lint.rules.srv009_upstream_tls import upstream_tls

RULES: Final[tuple[Rule, ...]] = (
    explicit,
    honest,
    writes_confirm,
    present,
    length,
    mega_tool,
    hidden_conditions,
    deep_schema,
    too_many_tools,
    verb_noun,
    name_format,
    vague_name,
    unique_name,
    described,
    typed,
    string_id,
    required,
    id_source,
    json_schema,
    injection,
    hidden_text,
    agent_state,
    no_tool_list,
    upstream_tls,
)
