"""The machinery under the tools: it builds requests, sends them and shapes what comes back.

Read `serve` first: a call goes through `arguments` (understood, checked), the tool's function
(which uses `wire` and `api`), and `results` or `errors`.
"""
