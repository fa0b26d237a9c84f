"""The README's pictures of the page. Usage: picture.py COMMANDS FIXTURES FOLDER"""

import base64
import os
import sys

from browser import Browser, BrowserError
from server import Server, ServerError, arguments_for


def shoot(browser, path, width, height):
    shot = browser.send(
        "Page.captureScreenshot", format="webp", quality=70,
        clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1})
    with open(path, "wb") as file:
        file.write(base64.b64decode(shot["data"]))


def main():
    commands, fixtures, folder = sys.argv[1:4]
    photos = os.path.join(fixtures, "Corpus/photos")
    with Server(commands, *arguments_for(commands)) as server, Browser() as browser:
        browser.prefer("light")
        browser.resize(1180, 830)
        browser.visit(server.origin + "/")
        browser.choose_files("#files", [os.path.join(photos, "flower.jpg")])
        browser.wait_for("document.body.dataset.phase === 'ready'", "finding the colours")
        for name, value in (("tolerance", 40), ("feather", 8)):
            browser.run(f"""(n => {{ n.value = {value}; n.dispatchEvent(new Event('change')); }})(
              document.getElementById('{name}'))""")
        browser.settle()
        shoot(browser, os.path.join(folder, "serve.webp"), 1180, 830)
        browser.prefer("dark")
        browser.resize(390, 800)
        browser.settle()
        shoot(browser, os.path.join(folder, "serve-phone.webp"), 390, 800)


try:
    main()
except (BrowserError, ServerError) as error:
    sys.exit(f"picture: {error}")
