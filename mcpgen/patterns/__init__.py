"""Regular expressions of a source: which may run where, and how one is held that backtracking would never end with.

`limits` says which may run in a client, and in Python; `ambiguity` and `automaton` find how long that may take.
`program` makes of the others what `runtime/automaton.py` of a generated package goes through a text with, once.
"""
