"""The package in a headless Firefox.

Usage: PYTHONPATH=Tests/Checks/browser in_firefox.py
"""

from browser_site import Site, check_answers
from firefox import Firefox


def main():
    with Site() as site, Firefox(f"{site.address}/sends") as browser:
        answer = browser.answer(site.sent)
    print(f"{browser.version}: {check_answers(answer)} kinds of pictures give the native library's answer")


main()
