"""The machinery under the tools; the same in every server, and free of any name of this one.

A call goes through these modules in this order:

- serve      the MCP server: lists tools, answers calls whatever happens in them
- arguments  understands and checks the arguments; `bodies` checks a request body
- tool       the decorator of the functions in tools/, and what it says about them
- wire       what those functions use to write a request; `values` and `encoding` are below it
- api        sends it: `request` builds it, `auth` adds credentials (`tokens` are those that have
             to be fetched), `exchange` reads the answer
- results    makes an answer fit for the model; `cutting` bounds it
- errors     makes a failure fit for the model; `messages` finds the API's own words

`facts` and `settings` are what is known at the start, `context` what the host sends with a call,
`limits` how many calls there may be, `mock` an API that answers from its description. `command`
starts the server by `stdio` or `http`.
"""
