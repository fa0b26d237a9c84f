"""A picture of a dashboard, half light and half dark. Usage: picture.py PAGE OUTPUT.png"""

import base64
import sys

from browser import Browser, BrowserError


def main():
    page, output = sys.argv[1:3]
    with Browser(1100, 900) as browser:
        browser.prefer("light")
        browser.resize(1100, 900)
        browser.open(page)
        browser.run("""(() => { for (const row of [...document.querySelectorAll('#series tbody tr')].slice(8)) row.remove();
          document.getElementById('more').remove(); })()""")
        end = browser.run("document.getElementById('readout').getBoundingClientRect().top")
        shot = browser.send("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                            clip={"x": 0, "y": 0, "width": 1100, "height": end - 40, "scale": 0.8})
    with open(output, "wb") as file:
        file.write(base64.b64decode(shot["data"]))


try:
    main()
except BrowserError as error:
    sys.exit(f"picture: {error}")
