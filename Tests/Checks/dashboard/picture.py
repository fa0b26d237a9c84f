"""A small picture of a dashboard. Usage: picture.py PAGE OUTPUT.webp"""

import base64
import sys

from browser import Browser, BrowserError


def main():
    page, output = sys.argv[1:3]
    with Browser() as browser:
        browser.prefer("light")
        browser.resize(1120)
        browser.open(page)
        # The first rows say what the table is; the picture is for the chart below it too.
        browser.run("""(() => {
          for (const row of [...document.querySelectorAll('#series tbody tr')].slice(7)) row.remove();
          for (const id of ['more', 'timeline-cursor']) document.getElementById(id).hidden = true;
        })()""")
        browser.settle()
        end = browser.run("document.querySelector('#timeline .pointer-only').getBoundingClientRect().top")
        shot = browser.send(
            "Page.captureScreenshot", format="webp", quality=64, captureBeyondViewport=True,
            clip={"x": 0, "y": 0, "width": 1120, "height": end + 4, "scale": 0.8})
    with open(output, "wb") as file:
        file.write(base64.b64decode(shot["data"]))


try:
    main()
except BrowserError as error:
    sys.exit(f"picture: {error}")
