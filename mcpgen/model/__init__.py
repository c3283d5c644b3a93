"""The values that flow between stages: frozen dataclasses without behaviour of their own."""
