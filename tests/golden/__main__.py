"""`make golden`: rewrites what every golden case expects, and the function that the README shows."""

from tests.golden import excerpt, walker

for case in walker.cases():
    for path in walker.rewrite(case):
        print(f"tests/golden/{case.name}/{path}")
if excerpt.rewrite():
    print(excerpt.README.name)
