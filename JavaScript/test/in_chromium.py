"""The package in a headless Chromium, and the example's page.

Usage: PYTHONPATH=Tests/Checks/browser in_chromium.py
"""

from browser import Browser
from browser_site import CHELSEA, ROOT, Site, check_answers


def main():
    with Site() as site, Browser() as browser:
        browser.visit(f"{site.address}/")
        answer = browser.run("import('/JavaScript/test/in_browser.js').then(({answers}) => answers())")
        browser.visit(f"{site.address}/Examples/JavaScript/index.html")
        browser.run("import('/Examples/JavaScript/page.js').then(() => 1)")
        browser.choose_files("input", [str(ROOT / "Tests/Fixtures/Corpus/photos/chelsea.png")])
        browser.wait_for("document.querySelector('[role=status]').textContent", "the example's answer")
        shown = browser.run("[...document.querySelectorAll('li')].map(li => li.textContent.trim().slice(0, 7))")
    kinds = check_answers(answer)
    distinct = next(a for a in CHELSEA["answers"] if a["question"] == {})
    assert shown == [color for color, _ in distinct["swatches"]], shown
    print(f"Chromium: {kinds} kinds of pictures give the native library's answer")


main()
