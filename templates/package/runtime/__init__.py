"""The machinery under the tools; the same in every server, and free of any name of this one.

A call goes through these modules in this order:

- serve      the MCP server: lists tools, answers calls whatever happens in them
- arguments  understands and checks the arguments
- validation reads JSON Schema, and `patterns` looks for its patterns in texts
- automaton  does that where Python's `re` would take too long
- formats    checks dates, addresses and other formats of texts
- bodies     checks a request against the API's own schemas
- tool       the decorator of the functions in tools/, and what it says about them
- wire       what those functions use to write a request; `values` and `encoding` are below it
- files      reads the files that are sent
- multipart  writes bodies of several parts
- xml        writes bodies in XML
- api        sends the request: `request` builds it, `auth` adds credentials, `forwarding` takes
             headers from the caller, `exchange` follows redirects, `reading` bounds what is read,
             `waiting` knows when the API wants to be asked again
- tokens     fetches the tokens that a credential needs
- tls        is the certificate that is shown to the API
- results    makes an answer fit for the model: `decoding` finds JSON and text, `media` shows what
             is neither, `notes` tells what stands beside it, `cutting` bounds it
- errors     makes a failure fit for the model: `refusals` says what the API refused, `messages`
             finds its own words; `masking` keeps secrets out of both

`facts` and `settings` are what is known at the start, `context` what the host sends with a call,
`limits` how many calls there may be, `mock` an API that answers from its description. `command`
starts the server by `stdio` or `http`.
"""
