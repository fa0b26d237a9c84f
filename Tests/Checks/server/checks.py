"""What people do with the page of `showhide serve`. Usage: checks.py COMMANDS FIXTURES

COMMANDS is the folder of the built commands, FIXTURES the folder Tests/Fixtures.
"""

import base64
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

from browser import Browser, BrowserError
from leaving_out import bars, leaving_out
from page_checks import CONTRAST, FOCUSED, check, finish, in_reach, is_quiet
from server import Server, ServerError, arguments_for
from wide_colours import wide_colours

commands, fixtures = sys.argv[1:3]
photos = os.path.join(fixtures, "Corpus/photos")
flower, china, cat = (os.path.join(photos, name) for name in ("flower.jpg", "china.jpg", "chelsea.png"))
scratch = tempfile.mkdtemp(prefix="server-checks-")
PHASE = "document.body.dataset.phase"
BUTTONS = "[...document.querySelectorAll('#save, [name=effect], #tolerance, #feather')].map(n => n.disabled)"


def command(*arguments):
    """Runs showhide, and returns the bytes of the file after -o."""
    subprocess.run([os.path.join(commands, "showhide"), *arguments, "--force", "--quiet"], check=True)
    with open(arguments[arguments.index("-o") + 1], "rb") as file:
        return file.read()


def wait_ready(browser):
    browser.wait_for(f"{PHASE} === 'ready'", "finding the colours")
    browser.settle()


def slow(browser, bytes_per_second):
    """A slow network, so that one sees what is shown meanwhile; -1 for a fast one."""
    browser.send("Network.emulateNetworkConditions", offline=False, latency=0,
                 downloadThroughput=-1, uploadThroughput=bytes_per_second)


def click(browser, selector):
    """Presses the mouse in the middle of an element, as a person does."""
    box = browser.run(f"""(() => {{ const n = document.querySelector({json.dumps(selector)});
      n.scrollIntoView({{block: 'center'}}); const b = n.getBoundingClientRect();
      return [b.x + b.width / 2, b.y + b.height / 2]; }})()""")
    for kind in ("mousePressed", "mouseReleased"):
        browser.mouse(kind, *box, button="left", clickCount=1)
    browser.settle()


def drag(browser, start, end):
    browser.mouse("mousePressed", *start, button="left", buttons=1, clickCount=1)
    for step in range(1, 6):
        browser.mouse("mouseMoved", *(a + (b - a) * step / 5 for a, b in zip(start, end)), button="left", buttons=1)
    browser.mouse("mouseReleased", *end, button="left", clickCount=1)
    browser.settle()


def box_of(browser, selector):
    return browser.run(f"""(b => [b.x, b.y, b.width, b.height])(
      document.querySelector({json.dumps(selector)}).getBoundingClientRect())""")


def value(browser, name, number):
    """Moves a slider, as its keys do: heard while it moves and at its end."""
    browser.run(f"""(n => {{ n.value = {number}; n.dispatchEvent(new Event('input'));
      n.dispatchEvent(new Event('change')); }})(document.getElementById('{name}'))""")
    browser.settle()


def welcome(browser):
    check(not browser.run("document.getElementById('welcome').hidden"), "the page begins with a welcome")
    check(browser.run("document.getElementById('workshop').hidden"), "nothing can be pressed before a picture is there")
    levels = browser.run("[...document.querySelectorAll('h1,h2,h3')].filter(n => n.checkVisibility()).map(n => Number(n.tagName[1]))")
    check(levels[0] == 1 and all(b - a <= 1 for a, b in zip(levels, levels[1:])), "headings skip no level", levels)


def first_picture(browser):
    slow(browser, 150_000)
    browser.choose_files("#files", [flower])
    browser.wait_for(f"{PHASE} === 'decoding'", "sending the picture")
    check(browser.run("!document.getElementById('quick').hidden"), "the picture is there at once")
    check(all(browser.run(BUTTONS)), "nothing can be pressed while the picture is read", browser.run(BUTTONS))
    reason = browser.run("document.getElementById('reason').textContent")
    check("colours are found" in reason, "the reason is readable", reason)
    check(browser.run("document.getElementById('save').getAttribute('aria-describedby')") == "reason",
          "and heard with the button")
    slow(browser, -1)
    wait_ready(browser)
    check(not any(browser.run(BUTTONS)), "then everything can be", browser.run(BUTTONS))
    check(browser.run("document.getElementById('reason').textContent") == "", "and no reason is left")
    told = subprocess.run([os.path.join(commands, "showhide"), "show", flower, "-o", f"{scratch}/told.png", "--force"],
                          capture_output=True, text=True, check=True).stdout
    hue = browser.run("document.getElementById('ring').getAttribute('aria-valuenow')")
    check(f"hue {hue}° ± 20°" in told, "the dominant hue is the command's", (hue, told))


# How many pixels of a canvas differ from those of a PNG.
DIFFERENCE = """(async (id, png) => {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(png), c => c.charCodeAt(0))]),
    {colorSpaceConversion: 'none', premultiplyAlpha: 'none'});
  const pixels = source => {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d', {willReadFrequently: true});
    context.drawImage(source, 0, 0);
    return new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
  };
  const shown = document.getElementById(id);
  if (shown.width !== bitmap.width || shown.height !== bitmap.height) return -1;
  const [a, b] = [pixels(shown), pixels(bitmap)];
  let count = 0;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) count++;
  return count;
})"""


def same_formula(browser):
    """The page computes its preview itself; a small picture must come out as the command writes it."""
    for effect, hue, tolerance, feather in (
            ("show", 180, 20, 0), ("hide", 180, 20, 0), ("show", 24, 30, 12), ("hide", 350, 45, 60), ("show", 0, 0, 1),
            ("hide", 200, 90, 0)):
        click(browser, f"[name=effect][value={effect}]")
        value(browser, "tolerance", tolerance)
        value(browser, "feather", feather)
        browser.run("document.getElementById('ring').focus()")
        now = int(browser.run("document.getElementById('ring').getAttribute('aria-valuenow')"))
        steps = (hue - now) % 360
        for key, size in (("PageUp", 15), ("ArrowRight", 1)):
            for _ in range(steps // size):
                browser.press(key, virtual=33 if size == 15 else 39)
            steps %= size
        browser.settle()
        png = command(effect, flower, "-o", f"{scratch}/same.png", "--color", f"hue:{hue}",
                      "--tolerance", str(tolerance), "--feather", str(feather))
        found = browser.run(f"{DIFFERENCE}('after', '{base64.b64encode(png).decode()}')")
        check(found == 0, f"{effect} of hue {hue} ± {tolerance}, feather {feather}, is what the command makes", found)
    cost = browser.run("document.getElementById('after').dataset.milliseconds")
    print(f"server: a change of the preview took {cost} ms")


def divider(browser):
    browser.run("document.getElementById('divider').scrollIntoView({block: 'center'})")
    x, y, width, height = box_of(browser, "#stage")
    middle = y + height / 2
    drag(browser, (x + width / 2, middle), (x + width / 4, middle))
    now = int(browser.run("document.getElementById('divider').getAttribute('aria-valuenow')"))
    check(abs(now - 25) <= 1, "the divider follows the pointer", now)
    clip = browser.run("getComputedStyle(document.getElementById('after')).clipPath")
    check("25" in clip or "24" in clip, "and the picture the divider", clip)
    browser.run("document.getElementById('divider').focus()")
    browser.press("ArrowRight", virtual=39)
    check(int(browser.run("document.getElementById('divider').getAttribute('aria-valuenow')")) == now + 2,
          "arrow keys move it")
    browser.press("End", virtual=35)
    check(browser.run("document.getElementById('divider').getAttribute('aria-valuetext')") == "100 % original",
          "End shows the original alone")
    browser.press("Home", virtual=36)


def choosing_colours(browser):
    ring = "document.getElementById('ring').getAttribute('aria-valuenow')"
    click(browser, "#accents li:first-child button")
    chip = browser.run("document.querySelector('#accents button').dataset.hue")
    check(browser.run(ring) == chip, "a tap on a strong colour above the ring chooses its hue", chip)
    click(browser, "#swatches li:nth-child(5) button")
    orange = int(browser.run(ring))
    check(20 <= orange <= 45, "a swatch chooses its hue", orange)
    browser.run("document.getElementById('stage').scrollIntoView({block: 'center'})")
    x, y, width, height = box_of(browser, "#before")
    spot = (x + 0.1 * width, y + 0.5 * height)
    for kind in ("mousePressed", "mouseReleased"):
        browser.mouse(kind, *spot, button="left", clickCount=1)
    browser.settle()
    tapped = int(browser.run(ring))
    check(tapped != orange and 150 <= tapped <= 215, "the leaf that is tapped chooses its own", tapped)
    browser.run("document.getElementById('ring').scrollIntoView({block: 'center'})")
    x, y, width, height = box_of(browser, "#ring")
    drag(browser, (x + 0.75 * width, y + 0.5 * height), (x + 0.5 * width, y + 0.75 * height))
    turned = int(browser.run(ring))
    check(abs(turned - 180) <= 2, "the ring turns with the pointer", turned)
    words = browser.run("document.getElementById('ring').getAttribute('aria-valuetext')")
    check("degrees" in words and "% of the picture" in words, "and says what it is", words)
    click(browser, "#undo")
    check(int(browser.run(ring)) == tapped, "undo goes back one step, however far the pointer went")
    click(browser, "#undo")
    check(int(browser.run(ring)) == orange, "and another")
    click(browser, "#redo")
    check(int(browser.run(ring)) == tapped, "redo goes forth")
    browser.press("z", code="KeyZ", virtual=90)
    browser.send("Input.dispatchKeyEvent", type="rawKeyDown", key="z", code="KeyZ", windowsVirtualKeyCode=90, modifiers=2)
    browser.settle()
    check(int(browser.run(ring)) == orange, "Control and Z undoes too")


def carousel(browser):
    click(browser, "[name=mode][value=carousel]")
    seen = []
    for _ in range(3):
        seen.append(browser.run("document.getElementById('slide').textContent"))
        click(browser, "#next")
    check(sorted(seen) == ["Hidden", "Original", "Shown"], "one by one, all three are seen", seen)
    browser.run("document.getElementById('next').focus()")
    before = browser.run("document.getElementById('slide').textContent")
    browser.press("ArrowLeft", virtual=37)
    browser.settle()
    check(browser.run("document.getElementById('slide').textContent") != before, "arrow keys turn them")
    click(browser, "[name=mode][value=divider]")


def saving(browser):
    downloads = os.path.join(scratch, "downloads")
    browser.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=downloads)
    click(browser, "[name=effect][value=show]")
    value(browser, "tolerance", 33)
    value(browser, "feather", 7)
    hue = browser.run("document.getElementById('ring').getAttribute('aria-valuenow')")
    for ending in ("jpg", "png"):
        browser.run(f"""(n => {{ n.value = '{ending}'; n.dispatchEvent(new Event('change')); }})(
          document.getElementById('format'))""")
        click(browser, "#save")
        browser.wait_for(f"{PHASE} === 'saved'", "saving")
        path = os.path.join(downloads, f"flower-show.{ending}")
        end = time.monotonic() + 20
        while not os.path.exists(path) and time.monotonic() < end:
            browser.settle()
        wanted = command("show", flower, "-o", f"{scratch}/wanted.{ending}", "--color", f"hue:{hue}",
                         "--tolerance", "33", "--feather", "7")
        with open(path, "rb") as file:
            check(file.read() == wanted, f"what is saved as {ending} is what the command writes")
    said = browser.run("document.getElementById('status').textContent")
    check(said == "Saved as flower-show.png.", "the name is said", said)


def copying(browser):
    browser.send("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    for kind, mark in (("css", ":root {"), ("json", '{"schema":1'), ("gpl", "GIMP Palette")):
        browser.run("document.getElementById('copied').textContent = ''")
        click(browser, f"[data-copy={kind}]")
        browser.wait_for("document.getElementById('copied').textContent !== ''", "copying")
        text = browser.run("navigator.clipboard.readText()")
        check(text.startswith(mark), f"the colours are copied as {kind}", text[:40])
    click(browser, "[data-copy=ase]")
    path = os.path.join(scratch, "downloads", "flower.ase")
    end = time.monotonic() + 20
    while not os.path.exists(path) and time.monotonic() < end:
        browser.settle()
    with open(path, "rb") as file:
        check(file.read(4) == b"ASEF", "and saved for Adobe programs")


def several(browser):
    """A broken file is said in place, the rest goes on, and a second picture overtakes the first."""
    broken = os.path.join(scratch, "<script>alert(1)<script> ..broken.jpg")
    with open(flower, "rb") as whole, open(broken, "wb") as half:
        half.write(whole.read()[:40_000])
    slow(browser, 60_000)
    browser.choose_files("#files", [cat])
    browser.wait_for(f"{PHASE} === 'decoding'", "sending the picture")
    browser.choose_files("#files", [china])
    browser.settle()
    check(browser.run("document.getElementById('quick').alt") == "china.jpg", "the picture chosen last is shown")
    slow(browser, -1)
    wait_ready(browser)
    label = browser.run("document.getElementById('before').getAttribute('aria-label')")
    check(label == "china.jpg, original", "and stays when the first is ready", label)
    browser.wait_for("[...document.querySelectorAll('#strip li[data-id]')].every(n => n.dataset.phase === 'ready' || n.dataset.phase === 'saved')",
                     "reading all pictures")
    label = browser.run("document.getElementById('before').getAttribute('aria-label')")
    check(label == "china.jpg, original", "nothing late is shown", label)
    browser.choose_files("#files", [broken, flower])
    browser.wait_for(f"{PHASE} === 'failed'", "refusing the broken file")
    problem = browser.run("document.querySelector('#problem p').textContent")
    check(problem.startswith(os.path.basename(broken)) and len(problem) > 60, "the problem is said with the name", problem)
    check(browser.run("document.getElementById('problem').getAttribute('role')") == "alert", "and heard")
    check(all(browser.run(BUTTONS)), "nothing can be pressed for it")
    browser.wait_for("[...document.querySelectorAll('#strip li[data-id]')].pop().dataset.phase === 'ready'", "the rest")
    circles = browser.run("document.querySelectorAll('#flower circle').length")
    check(circles == 4, "the whole pictures make a sunflower", circles)
    click(browser, "#retry")
    browser.wait_for(f"{PHASE} === 'failed'", "trying again")
    count = "document.querySelectorAll('#strip li[data-id]').length"
    before = browser.run(count)
    click(browser, "#strip li[data-phase=failed] .close")
    check(browser.run(count) == before - 1, "a picture can be removed")


# 250,000 events of any kind, in any order: nothing is shown late or twice.
MACHINE = """(async seed => {
  const {Machine} = await import('/machine.js');
  const table = await (await fetch('/machine.json')).json();
  const next = () => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return seed / 2 ** 32; };
  const kinds = ['choose', 'adjust', 'save', 'cancel', 'retry', 'decoded', 'analysed', 'applied', 'failed'];
  const wrong = [];
  const machine = new Machine(table);
  const running = new Set(), ended = new Set();
  let chosen = 0;
  const begun = new Map();
  const seen = new Set();
  for (let time = 1; time <= 250000; time++) {
    const kind = kinds[Math.floor(next() * kinds.length)];
    const tells = kinds.indexOf(kind) > 4;
    const work = next() < 0.7 ? machine.work : Math.floor(next() * (machine.lastWork + 2));
    if (kind === 'choose') chosen = time;
    for (const action of machine.handle(kind, tells ? work : null, kind === 'failed' ? 'because' : null)) {
      if (action.start) {
        if (running.size) wrong.push('two at a time');
        running.add(action.work);
        begun.set(action.work, time);
      } else {
        const number = action.stop ?? action.work;
        if (!running.delete(number)) wrong.push('late');
        if (ended.has(number)) wrong.push('twice');
        if (action.show && begun.get(number) < chosen) wrong.push('an earlier picture');
        ended.add(number);
      }
    }
    if (running.size !== (machine.work === null ? 0 : 1)) wrong.push('lost work');
    if (table.work.includes(machine.phase) !== (machine.work !== null)) wrong.push('idle');
    seen.add(machine.phase);
  }
  return {wrong: wrong.slice(0, 5), phases: seen.size};
})"""


def machine(browser):
    found = browser.run(f"{MACHINE}(19)")
    check(found == {"wrong": [], "phases": 8}, "the page's states hold for 250,000 events", found)


def gallery(browser, origin):
    browser.run("document.getElementById('to-inspiration').click()")
    browser.wait_for("document.querySelectorAll('.card').length === 4", "listing the gallery")
    browser.wait_for("document.querySelectorAll('.card.drawn').length === 4", "drawing the gallery")
    check(browser.run("document.getElementById('found').textContent") == "4 pictures, by hue.", "their number is said")
    browser.run("document.getElementById('find').focus()")
    for letter in "teal":
        browser.send("Input.dispatchKeyEvent", type="char", text=letter)
    browser.press("Enter", virtual=13, text="\r")
    browser.wait_for("document.getElementById('found').textContent.includes('teal')", "finding teal")
    cards = browser.run("[...document.querySelectorAll('.card .note')].map(n => n.textContent)")
    check("flower.jpg" in cards and len(cards) < 4, "a colour leaves out the others", cards)
    check(browser.run("location.hash") == "#inspiration?color=teal", "the address says what is looked for")
    browser.run("(n => { n.value = 2; n.dispatchEvent(new Event('input')); n.dispatchEvent(new Event('change')); })(document.getElementById('near'))")
    browser.wait_for("document.getElementById('found').textContent.startsWith('No picture')", "finding nothing so near")
    check(browser.run("location.hash") == "#inspiration?color=teal&within=2", "with how near")
    browser.visit(origin + "/#picture")
    browser.visit(origin + "/#inspiration?color=teal")
    browser.wait_for("document.querySelectorAll('.card.drawn').length > 0", "opening such an address")
    check(browser.run("document.getElementById('find').value") == "teal", "which is followed")
    before = browser.run("document.querySelectorAll('#strip li[data-id]').length")
    browser.run("[...document.querySelectorAll('.card')].find(n => n.textContent.includes('flower')).focus()")
    browser.press("Enter", virtual=13, text="\r")
    browser.wait_for(f"document.querySelectorAll('#strip li[data-id]').length === {before + 1}", "opening a picture")
    wait_ready(browser)
    check(browser.run("document.getElementById('tolerance').value") == "30", "it opens with the gallery's settings")
    check(browser.run("location.href") == origin + "/#picture", "in the workshop")


def undecoded(browser):
    """What the browser does not decode is seen all the same, as the server reads it: HEIC and TIFF."""
    broken = "[...document.querySelectorAll('#workshop img')].filter(n => n.checkVisibility() && n.complete && !n.naturalWidth).length"
    drawn = """[...document.querySelectorAll('#strip li[data-id]')].at(-1).querySelectorAll('canvas').length === 1 &&
      (c => c.getContext('2d').getImageData(c.width / 2, c.height / 2, 1, 1).data[3])(
        [...document.querySelectorAll('#strip canvas')].at(-1)) === 255"""
    for name in ("Formats/plain.heic", "Formats/lzw.tif"):
        slow(browser, 1000)
        browser.choose_files("#files", [os.path.join(fixtures, name)])
        browser.wait_for("document.getElementById('before').hidden", "taking " + name)
        browser.settle()
        check(browser.run(broken) == 0, f"nothing broken is shown while {name} is read")
        slow(browser, -1)
        wait_ready(browser)
        browser.wait_for(drawn, f"the small picture of {name}")
        check(browser.run(broken) == 0, f"{name} has a small picture", browser.run("document.getElementById('strip').innerHTML"))


def growing(browser, origin, folder):
    """The gallery of a folder has what is put into it, changed and removed, without a reload; what is there stays."""
    names = "[...document.querySelectorAll('.card .note')].map(n => n.textContent).sort().join()"
    browser.visit(origin + "/#inspiration")
    browser.wait_for(f"{names} === 'flower.jpg'", "listing the folder")
    browser.wait_for("document.querySelectorAll('.card.drawn').length === 1", "drawing it")
    browser.run("document.querySelector('.card').focus(); document.querySelector('.card').kept = true")
    shutil.copy(china, folder)
    browser.wait_for(f"{names} === 'china.jpg,flower.jpg'", "a new picture in the folder")
    check(browser.run("document.activeElement.kept === true"), "the card that has the focus stays")
    shown = browser.run("fetch(`/gallery/${document.querySelector('.card').dataset.id}/preview`).then(a => a.text())")
    shutil.copy(cat, os.path.join(folder, "flower.jpg"))
    browser.wait_for("![...document.querySelectorAll('.card')].some(n => n.kept)", "another picture of the same name")
    now = browser.run("""fetch(`/gallery/${[...document.querySelectorAll('.card')].find(n =>
      n.textContent.includes('flower')).dataset.id}/preview`).then(a => a.text())""")
    check(now.startswith("{") and now != shown, "it is the new one that is shown")
    os.remove(os.path.join(folder, "china.jpg"))
    browser.wait_for(f"{names} === 'flower.jpg'", "a picture that is removed")


def colours(browser):
    grounds = set()
    for view in ("inspiration", "picture"):
        browser.run(f"location.hash = '{view}'")
        browser.settle()
        for scheme in ("light", "dark"):
            browser.prefer(scheme)
            grounds.add(browser.run("getComputedStyle(document.body).backgroundColor"))
            contrast = browser.run(CONTRAST)
            check(contrast["seen"] > 8, "texts were looked at", contrast)
            check(contrast["worst"][0] >= 4.5, f"every text of {view} stands out by 4.5 to 1, {scheme}", contrast["worst"])
    check(len(grounds) == 2, "dark differs from light", grounds)
    browser.prefer("light")


def keyboard(browser):
    value(browser, "tolerance", 44)
    browser.send("Emulation.setFocusEmulationEnabled", enabled=True)
    # Where Tab begins is where the person was last: before the first stop.
    browser.run("document.querySelector('.skip').focus()")
    stops = [browser.run(FOCUSED)]
    check(browser.run("document.querySelector('a, button, input, select, [tabindex]') === document.activeElement"),
          "the first stop skips to the picture")
    for _ in range(80):
        browser.press("Tab", virtual=9)
        stop = browser.run(FOCUSED)
        if stop is None:
            break
        if stops and stop["place"] == stops[0]["place"]:
            break
        stops.append(stop)
    places = [stop["place"] for stop in stops]
    check(places == sorted(set(places)), "Tab goes through the page from top to bottom, once", [s["id"] for s in stops])
    check(stops[0]["skips"], "it is a link", stops[:1])
    for wanted in ("divider", "mode", "effect", "ring", "tolerance", "feather", "undo", "save", "format"):
        check(any(s["id"] == wanted for s in stops), f"Tab reaches '{wanted}'", [s["id"] for s in stops])
    unseen = [s["id"] for s in stops if not s["box"] or not (s["outline"] or s["id"] == "divider")]
    check(not unseen, "every stop shows that it has the focus", unseen)
    ring = browser.run("(document.getElementById('divider').focus({focusVisible: true}), getComputedStyle(document.getElementById('divider'), '::after').outlineStyle)")
    check(ring == "solid", "the divider's handle too", ring)


def keyboard_alone(browser, origin):
    """A picture from choosing to saving, without a pointer."""
    browser.visit(origin + "/")
    browser.run("document.querySelector('[data-choose]').focus()")
    browser.send("Page.setInterceptFileChooserDialog", enabled=True)
    browser.events.clear()
    browser.press("Enter", virtual=13, text="\r")
    end = time.monotonic() + 20
    opened = lambda: any(event.get("method") == "Page.fileChooserOpened" for event in browser.events)
    while not opened() and time.monotonic() < end:
        browser.settle()
    check(opened(), "Enter opens the dialog for files")
    browser.send("Page.setInterceptFileChooserDialog", enabled=False)
    browser.choose_files("#files", [cat])
    wait_ready(browser)

    def tab_to(name):
        for _ in range(60):
            browser.press("Tab", virtual=9)
            if browser.run(f"document.activeElement.id === '{name}' || document.activeElement.name === '{name}'"):
                return True
        return False

    check(tab_to("effect"), "Tab reaches Show and Hide")
    browser.press("ArrowRight", virtual=39)
    browser.settle()
    check(browser.run("document.querySelector('[name=effect]:checked').value") == "hide", "an arrow key chooses Hide")
    check(tab_to("tolerance"), "Tab reaches the tolerance")
    browser.press("ArrowRight", virtual=39)
    browser.settle()
    check(browser.run("document.getElementById('tolerance-value').textContent") == "21°", "an arrow key changes it")
    check(tab_to("save"), "Tab reaches Save")
    browser.press("Enter", virtual=13, text="\r")
    browser.wait_for(f"{PHASE} === 'saved'", "saving by keyboard")
    path = os.path.join(scratch, "downloads", "chelsea-hide.png")
    end = time.monotonic() + 20
    while not os.path.exists(path) and time.monotonic() < end:
        browser.settle()
    wanted = command("hide", cat, "-o", f"{scratch}/cat.png", "--tolerance", "21")
    with open(path, "rb") as file:
        check(file.read() == wanted, "what the keyboard saves is what the command writes")


def names(browser):
    nodes = browser.send("Accessibility.getFullAXTree")["nodes"]
    roles = {}
    for node in nodes:
        if not node.get("ignored"):
            roles.setdefault(node["role"]["value"], []).append(node.get("name", {}).get("value", "").strip())
    for role in ("button", "link", "radio", "radiogroup", "slider", "combobox", "heading", "navigation", "list", "status"):
        check(roles.get(role), f"there is a {role}", sorted(roles))
        if role not in ("list", "status"):
            check(all(roles.get(role, [])), f"every {role} has a name", roles.get(role))
    images = roles.get("image", []) + roles.get("img", [])
    check(any("original" in name for name in images), "the picture is described", images)
    check(len(roles.get("slider", [])) == 4, "divider, ring, tolerance and feather are sliders", roles.get("slider"))
    check(browser.run("document.documentElement.lang") == "en", "the language is said")


def narrow(browser):
    for width in (360, 320):
        browser.resize(width, 740)
        for view in ("inspiration", "picture"):
            browser.run(f"location.hash = '{view}'")
            browser.settle()
            over = browser.run("document.documentElement.scrollWidth - innerWidth")
            check(over <= 0, f"nothing of {view} sticks out at a width of {width}", over)
    small = browser.run("""[...document.querySelectorAll('button:not(.close), select, [type=range]')]
      .filter(n => n.checkVisibility()).filter(n => n.getBoundingClientRect().height < 31).map(n => n.id || n.className)""")
    check(not small, "everything is large enough for a finger", small)
    browser.resize(1280)


def stopping(browser):
    """Work that is stopped can be begun again."""
    slow(browser, 40_000)
    browser.choose_files("#files", [china])
    browser.wait_for(f"{PHASE} === 'decoding' && !document.getElementById('cancel').hidden", "sending the picture")
    click(browser, "#cancel")
    browser.wait_for(f"{PHASE} === 'cancelled'", "stopping")
    problem = browser.run("document.querySelector('#problem p').textContent")
    check(problem == "china.jpg: The work was stopped.", "that is said", problem)
    slow(browser, -1)
    click(browser, "#retry")
    wait_ready(browser)


def large(browser):
    """A photo of two megapixels, dropped: the page works on a smaller one."""
    browser.run("""(async () => {
      const canvas = new OffscreenCanvas(1920, 1080);
      const context = canvas.getContext('2d');
      const sky = context.createLinearGradient(0, 0, 1920, 1080);
      for (let i = 0; i <= 6; i++) sky.addColorStop(i / 6, `hsl(${i * 60} 80% 50%)`);
      context.fillStyle = sky;
      context.fillRect(0, 0, 1920, 1080);
      const file = new File([await canvas.convertToBlob({type: 'image/jpeg'})], 'large.jpg');
      const transfer = new DataTransfer();
      transfer.items.add(file);
      document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}));
    })()""")
    browser.wait_for("document.getElementById('before').getAttribute('aria-label') === 'large.jpg, original'", "dropping")
    wait_ready(browser)
    size = browser.run("[document.getElementById('before').width, document.getElementById('before').height]")
    check(size == [1280, 720], "a large picture is previewed small", size)
    value(browser, "tolerance", 50)
    cost = browser.run("document.getElementById('after').dataset.milliseconds")
    print(f"server: a change of the preview of 1280 × 720 took {cost} ms")


def main():
    options = arguments_for(commands)
    with Server(commands, *options) as server, Browser() as browser:
        browser.prefer("light")
        browser.resize(1280)
        browser.visit(server.origin + "/")
        random.seed(19)
        events = []
        for step in (welcome, first_picture, same_formula, divider, choosing_colours, carousel, saving, copying,
                     in_reach, several, machine, lambda b: gallery(b, server.origin), undecoded, colours, names,
                     keyboard, narrow, stopping, large):
            step(browser)
        leaving_out(browser, pathlib.Path(scratch, "product.png"))
        bars(browser, pathlib.Path(fixtures, "Reports/letterbox.png"))
        wide_colours(browser, pathlib.Path(scratch, "wide.png"))
        events += browser.events
        keyboard_alone(browser, server.origin)
        browser.events += events
        check(not is_quiet(browser, server.origin), "the console stays empty and nothing is asked of others",
              is_quiet(browser, server.origin))
        browser.events.clear()
        browser.run("""(() => { const bad = document.createElement('script'); bad.textContent = 'window.broken = 1';
          document.body.append(bad); })()""")
        check(browser.run("window.broken") is None, "the policy stops a script that is not the page's own")
        check(server.end() == 0, "the server ends when it is asked to")
    with tempfile.TemporaryDirectory(prefix="server-folder-") as folder:
        shutil.copy(flower, folder)
        with Server(commands, *options, folder) as server, Browser() as browser:
            growing(browser, server.origin, folder)
    finish("server")


try:
    main()
except (BrowserError, ServerError) as error:
    sys.exit(f"server: {error}")
