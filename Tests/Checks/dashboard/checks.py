"""What must hold of a dashboard in a browser. Usage: checks.py PAGE HOSTILE_PAGE LONG_PAGE HOSTILE_TITLE"""

import json
import os
import re
import shutil
import sys
import tempfile

from browser import Browser, BrowserError
from page_checks import CONTRAST, FOCUSED, check, finish, is_quiet

# The pixels of a copy: a canvas that is read often is drawn in another way.
PIXELS = """const pixels = canvas => {
    const copy = Object.assign(document.createElement('canvas'), {width: canvas.width, height: canvas.height});
    const context = copy.getContext('2d', {willReadFrequently: true});
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, copy.width, copy.height).data;
  };"""

# How much of a canvas is drawn on, and in how many colours.
INKED = """(id => {
  """ + PIXELS + """
  const data = new Uint32Array(pixels(document.querySelector(`#${id} canvas`)).buffer);
  let inked = 0;
  const colors = new Set();
  for (const pixel of data) { if (pixel >>> 24) { inked++; colors.add(pixel); } }
  return {inked, colors: colors.size, area: data.length};
})"""


def charts(browser):
    # Ten lines hide each other: those of one level are shown first.
    for name, points in (("timeline", 100), ("scaling", 15)):
        found = browser.run(f"document.getElementById('{name}-plot').dataset.points")
        check(found == str(points), f"the {name} chart draws {points} points", found)
        ink = browser.run(f"{INKED}('{name}-plot')")
        check(ink["inked"] > 2000 and ink["colors"] > 20, f"the {name} chart is drawn", ink)
    marks = browser.run("document.querySelectorAll('#changes tbody tr').length")
    check(marks == 2, "the regressed series has a change of level and one of environment", marks)
    words = browser.run("document.querySelector('#changes tbody').textContent")
    check("+6." in words and "Swift compiler" in words, "the changes are in words", words)


def scaling(browser):
    along = browser.run("document.getElementById('scaling-parameter').parentElement.checkVisibility()")
    check(not along, "with one size there is none to choose")
    parts = browser.run("[...document.querySelectorAll('#scaling-only option')].map(n => n.textContent)")
    check(parts[0] == "all" and "level 1" in parts and "codec lz" in parts and len(parts) == 8,
          "lines can be narrowed down to a value of each other parameter", parts)
    table = "[...document.querySelectorAll('#scaling-table tr')].map(n => [...n.cells].map(c => c.textContent))"
    rows = browser.run(table)
    check(rows[0] == ["Series", "1MB", "6MB", "24MB", "Power"], "sizes stand as they were written", rows[0])
    check([row[0] for row in rows[1:]] == ["deflate", "huffman", "range", "lz", "delta"],
          "lines are named by what differs, the longest time first", rows)
    check(all(0.8 < float(row[4]) < 1.1 for row in rows[1:]), "the power is close to 1", rows)
    set_value(browser, "scaling-only", "all", "change")
    browser.settle()
    rows = browser.run(table)
    check(len(rows) == 11 and all(", " in row[0] for row in rows[1:]), "all lines are drawn when asked for", rows)
    points = browser.run("document.getElementById('scaling-plot').dataset.points")
    check(points == "30", "all points are drawn", points)
    set_value(browser, "scaling-only", "level 1", "change")


def status_lights(browser):
    browser.run("document.getElementById('more').click()")
    lights = browser.run("""[...document.querySelectorAll('#series tbody .light')].map(n =>
      [n.textContent, n.querySelector('path').getAttribute('d'), getComputedStyle(n).color])""")
    check(len(lights) == 45, "every series has a light", len(lights))
    words = {w for w, _, _ in lights}
    check(words == {"regressed", "suspect", "risen", "accepted", "recovered", "ok"},
          "lights are words", words)
    check(len({(w, d) for w, d, _ in lights}) == len({d for _, d, _ in lights}) == 6,
          "each light has a shape of its own")
    sparks = browser.run("document.querySelectorAll('#series svg.spark path').length")
    check(sparks == 90, "every series has a line and its newest point", sparks)
    total = browser.run("[...document.querySelectorAll('#lights .count')].reduce((n, c) => n + Number(c.textContent), 0)")
    check(total == 45, "the tiles count every series", total)
    browser.run("document.querySelector('#lights button[data-light=risen]').click()")
    shown = browser.run("[...document.querySelectorAll('#series tbody .light')].map(n => n.textContent)")
    check(shown and set(shown) == {"risen"}, "a tile shows only its own series", shown)
    browser.run("document.querySelector('#lights button[data-light=risen]').click()")
    browser.run("""(() => { const find = document.getElementById('find'); find.value = 'DELTA 24';
      find.dispatchEvent(new Event('input')); })()""")
    shown = browser.run("document.getElementById('shown').textContent")
    check(shown == "3 of 45 series", "finding takes several words in any case", shown)
    browser.run("""(() => { const find = document.getElementById('find'); find.value = '';
      find.dispatchEvent(new Event('input')); document.getElementById('more').click(); })()""")


def set_value(browser, name, value, event):
    browser.run(f"""(() => {{ const n = document.getElementById('{name}'); n.value = {json.dumps(value)};
      n.dispatchEvent(new Event('{event}')); }})()""")


def triage(browser):
    every = "[...document.querySelectorAll('#regressions-table tbody tr')]"
    rows = every + ".filter(n => !n.matches('.group-row'))"
    browser.run("document.getElementById('regressions-undone').click()")
    # A group stands where its first regression would.
    firsts = every + ".filter((n, i, all) => n.matches('.group-row') || !all.slice(0, i).some(g => g.matches('.group-row') && g.cells[5].textContent === n.cells[5].textContent))"
    found = browser.run(firsts + ".map(n => parseFloat(n.cells[3].textContent))")
    check(len(found) > 1 and found == sorted(found, reverse=True), "the surest regressions come first", found)
    heads = browser.run("[...document.querySelectorAll('#regressions-table .group-row')].map(n => n.cells[1].textContent)")
    check(all("series at one commit" in text for text in heads), "changes of one commit are one group", heads)
    set_value(browser, "regressions-order", "size", "change")
    sizes = browser.run(firsts + ".map(n => parseFloat(n.cells[0].textContent.replace(/[^0-9.]/g, '')))")
    check(sizes and sizes == sorted(sizes, reverse=True), "regressions can be ordered by size", sizes)
    check(browser.run(rows + ".every(n => n.cells[0].textContent.includes('▲'))"), "a longer time is worse")
    evidence = browser.run(rows + ".map(n => parseFloat(n.cells[3].textContent))")
    check(evidence and min(evidence) >= 1, "each regression says its evidence", evidence)
    ranges = browser.run(rows + ".map(n => n.cells[4].textContent)")
    check(all(re.fullmatch(r"\d{4}-\d\d-\d\d … \d{4}-\d\d-\d\d", text) for text in ranges),
          "each regression says between which runs it came", ranges)
    links = browser.run(rows + ".map(n => [...n.cells[5].querySelectorAll('a')].map(a => a.href))")
    address = "https://example.org/owner/name"
    check(links and all(len(own) == 3 and own[0].startswith(address + "/commit/")
                        and re.fullmatch(address + r"/compare/\w+\.\.\.\w+", own[2]) for own in links),
          "commits and their comparison are links", links)
    set_value(browser, "regressions-order", "evidence", "change")
    set_value(browser, "regressions-find", "no such series", "input")
    check(browser.run(rows + ".length") == 1 and "0 of" in browser.run("document.getElementById('regressions-shown').textContent"),
          "finding leaves out the others")
    set_value(browser, "regressions-find", "", "input")
    name = browser.run(rows + "[0].cells[1].querySelector('button').textContent")
    browser.run(rows + "[0].cells[1].querySelector('button').click()")
    browser.settle()
    check(browser.run("document.getElementById('timeline-series').selectedOptions[0].textContent") == name,
          "a regression opens its series", name)
    browser.run("document.getElementById('regressions-undone').click()")


def chart_choices(browser):
    picture = "document.querySelector('#timeline-plot canvas').toDataURL()"
    seen = [browser.run(picture)]
    for name in ("[name=axis][value=run]", "[name=scale][value=log]"):
        browser.run(f"document.querySelector('{name}').click()")
        browser.settle()
        seen.append(browser.run(picture))
    offered = browser.run("[...document.querySelectorAll('#timeline-overlay option')].map(n => n.value)")
    check(len(offered) > 2, "other series can be drawn over it", offered)
    for value in offered[1:3]:
        set_value(browser, "timeline-overlay", value, "change")
        browser.settle()
        seen.append(browser.run(picture))
    check(len(set(seen)) == 5, "axis by run, logarithmic scale and each overlay draw another chart", len(set(seen)))
    check(browser.run("document.querySelectorAll('#timeline-overlays li').length") == 2, "the overlays are named")
    browser.run("document.querySelectorAll('#timeline-overlays button').forEach(n => n.click())")
    browser.run("document.querySelector('#timeline-overlays button')?.click()")
    for name in ("[name=axis][value=time]", "[name=scale][value=linear]"):
        browser.run(f"document.querySelector('{name}').click()")
    browser.settle()
    check(browser.run(picture) == seen[0], "all can be taken back")
    set_value(browser, "order", "group", "change")
    browser.run("document.getElementById('more').click()")
    groups = browser.run("[...document.querySelectorAll('#series .group-row th')].map(n => n.textContent)")
    check(len(groups) > 3 and len(set(groups)) == len(groups) and all(" series" in text for text in groups),
          "series of one kind stand together", groups)
    check(browser.run("document.querySelectorAll('#timeline-series optgroup').length") == len(groups),
          "the list of series has the same groups")
    browser.run("document.getElementById('more').click()")
    set_value(browser, "order", "light", "change")


def address(browser, page):
    """What is shown is in the address: links lead to it, and Back goes to what was shown before."""
    shown = "document.getElementById('timeline-series').selectedOptions[0].textContent"
    browser.open(page)
    first = browser.run(shown)
    browser.run("document.getElementById('more').click()")
    names = browser.run("[...document.querySelectorAll('#series .open')].map(n => n.textContent)")
    other = next(name for name in reversed(names) if name != first)
    browser.run(f"[...document.querySelectorAll('#series .open')].find(n => n.textContent === {json.dumps(other)}).click()")
    browser.run("document.querySelector('[data-zoom=\"30\"]').click()")
    browser.settle()
    set_value(browser, "find", "24", "input")
    link = browser.run("location.href")
    check("series=" in link and "zoom=" in link and "find=24" in link, "the address has the series, the zoom and the filter", link)
    picture = browser.run("document.querySelector('#timeline-plot canvas').toDataURL()")
    browser.run("history.back()")
    browser.wait_for(f"{shown} === {json.dumps(first)}", "going back to the series before")
    browser.open(page, link.split("#")[1])
    check(not is_quiet(browser), "a link raises no error", is_quiet(browser))
    browser.settle()
    check(browser.run(shown) == other, "a link opens its series", browser.run(shown))
    check(browser.run("document.getElementById('find').value") == "24", "and its filter")
    check(browser.run("document.querySelector('#timeline-plot canvas').toDataURL()") == picture, "and its zoom")
    browser.run("document.querySelector('nav a[href=\"#overview\"]').click()")
    browser.settle()
    check(browser.run("location.hash").startswith("#overview?") and browser.run(shown) == other,
          "a link of the navigation changes nothing of it", browser.run("location.hash"))
    browser.open(page, "timeline?series=%3Cimg%20src=x%3E&zoom=a~b&order=none&light=x&axis=%22%5D&run=-1")
    check(not is_quiet(browser) and browser.run(shown) == first, "a wrong address shows what no address does", is_quiet(browser))


def saving(browser, page):
    """A series is saved as a table and as a picture, without a server."""
    browser.open(page)
    browser.run("""(() => { window.saved = []; URL.createObjectURL = (blob) => { window.saved.push(blob); return '#overview'; }; })()""")
    for button in ("timeline-table", "timeline-picture"):
        browser.run(f"document.getElementById('{button}').click()")
    table, picture = browser.run("Promise.all(window.saved.map(b => b.text()))")
    lines = table.splitlines()
    check(lines[0].startswith("series,unit,time,commit,value,lower,upper,interval") and len(lines) == 101,
          "the table has a row for each run", lines[:2])
    seen = browser.run(f"""(() => {{ const svg = new DOMParser().parseFromString({json.dumps(picture)}, 'image/svg+xml');
      return [svg.documentElement.nodeName, svg.querySelectorAll('path').length, svg.querySelector('title')?.textContent]; }})()""")
    name = browser.run("document.getElementById('timeline-series').selectedOptions[0].textContent")
    check(seen[0] == "svg" and seen[1] > 6 and seen[2] == name, "the picture is an SVG of the series", seen)


def whole_history(browser, page):
    """Of a history that does not fit into its page a series that is opened is loaded whole."""
    runs = "document.getElementById('timeline-cursor').max"
    status = "document.getElementById('timeline-status').textContent"
    note = "document.getElementById('thinned').textContent"
    browser.open(page)
    check("beside the page" in browser.run(note), "the page says that it shows a part", browser.run(note))
    browser.wait_for(f"{runs} === '1499'", "loading every run of the series that is opened")
    check("are shown" not in browser.run(status), "and says nothing of a part", browser.run(status))
    check(not is_quiet(browser), "loading raises no error", is_quiet(browser))
    folder = os.path.dirname(page)
    own = next(name for name in os.listdir(folder) if name.startswith("series-"))
    alone = tempfile.mkdtemp(dir=os.path.dirname(folder))
    shutil.copy(page, alone)
    browser.open(os.path.join(alone, "index.html"))
    check(" of 1500 runs are shown" in browser.run(status), "without its files a page says what it shows", browser.run(status))
    check(os.path.isfile(os.path.join(folder, own, "0.js")), "files are scripts")
    browser.events.clear()


def variant(page, change):
    """The page with other data, in a file of its own."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    start = text.index('id="data">') + len('id="data">')
    end = text.index("</script>", start)
    data = json.loads(text[start:end])
    change(data)
    folder = tempfile.mkdtemp(dir=os.path.dirname(os.path.dirname(page)))
    path = os.path.join(folder, "index.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text[:start] + json.dumps(data).replace("<", "\\u003c") + text[end:])
    return path


def fleet(browser, page):
    rows = "[...document.querySelectorAll('#fleet-machines tbody tr')]"
    machines = browser.run(rows + ".map(n => [...n.cells].slice(0, 3).map(c => c.textContent))")
    check(machines == [["runner-1", "1.00×", "like its class"], ["runner-2", "0.997×", "like its class"],
                       ["runner-3", "1.08×", "▲ drifts"], ["arm-1", "–", "alone in its class"]],
          "each machine says how it compares with its class", machines)
    note = browser.run("document.getElementById('fleet-note').textContent")
    check("runner-3 drifts from the class" in note, "a machine that drifts is named first", note)
    heads = browser.run("[...document.querySelectorAll('#fleet-classes thead th')].map(n => n.textContent)")
    check(len(heads) == 3 and "AMD" in heads[1] and "Neoverse" in heads[2], "classes stand side by side", heads)
    cells = browser.run("[...document.querySelectorAll('#fleet-classes tbody tr')].map(n => [...n.cells].map(c => c.textContent))")
    check(len(cells) == 4 and all(len(own) == 3 and "×" in own[1] and "ms" in own[2] for own in cells),
          "each class says its ratio and its time", cells)
    said = browser.run("document.getElementById('readout').textContent")
    check("Machinerunner-1" in said, "a run says which machine measured it", said)
    box = browser.run("document.querySelector('nav a[href=\"#fleet\"]').checkVisibility()")
    check(box, "the navigation leads there")

    def strange(data):
        bad = "<img src=x onerror=alert(1)>"
        data["fleet"]["machines"][0].update(name=bad)
        data["fleet"]["classes"][0] = bad
        data["fleet"]["series"][0].update(name=bad, levels=[None, {"value": 5, "points": 1}])
        data["runs"]["machineNames"] = [bad]

    browser.open(variant(page, strange))
    check(not is_quiet(browser), "strange names of machines run nothing", is_quiet(browser))
    check(browser.run("document.querySelectorAll('img').length") == 0, "they make no element")
    check(browser.run(rows + "[0].cells[0].textContent").startswith("<img"), "they stay text")

    def alone(data):
        del data["fleet"], data["runs"]["machines"], data["runs"]["machineNames"]

    browser.open(variant(page, alone))
    check(not is_quiet(browser), "a history of one file raises no error", is_quiet(browser))
    hidden = browser.run("document.getElementById('fleet').hidden && "
                         "!document.querySelector('nav a[href=\"#fleet\"]').checkVisibility()")
    check(hidden, "without a fleet there is no panel")


def many_series(browser, page):
    def multiply(data):
        whole = data["series"]
        data["series"] = [dict(series, name=f"{series['name']} #{copy}")
                          for copy in range(10_000 // len(whole) + 1) for series in whole][:10_000]

    browser.open(variant(page, multiply))
    check(not is_quiet(browser), "10,000 series raise no error", is_quiet(browser))
    rows = browser.run("document.querySelectorAll('#series tbody tr').length")
    check(12 <= rows <= 200, "of 10,000 series only some rows are made at first", rows)
    started = browser.run("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    check(started < 20_000, "a page of 10,000 series is there within seconds, in milliseconds", started)
    print(f"dashboard: 10,000 series are there after {started:.0f} ms")
    taken = browser.run("""(() => { const start = performance.now(); const find = document.getElementById('find');
      for (const words of ['d', 'de', 'delta', 'delta #77', '']) { find.value = words; find.dispatchEvent(new Event('input')); }
      return performance.now() - start; })()""")
    check(taken < 10_000, "finding in 10,000 series takes no seconds, in milliseconds", taken)
    print(f"dashboard: five searches in 10,000 series take {taken:.0f} ms")
    set_value(browser, "find", "delta #77", "input")
    shown = browser.run("document.querySelectorAll('#series tbody tr').length")
    check(0 < shown <= 200, "finding lists what fits", shown)


def rates_and_gaps(browser, page):
    def change(data):
        first = next(series for series in data["series"]
                     if series["changes"] and series["changes"][-1][2] != "environment")
        names = ("parameters", "ratio", "metric")
        rate = {key: value for key, value in first.items() if key not in names}
        rate["watchesRatios"] = False
        data["series"] = [dict(rate, name="throughput", unit="ops/sec", better="more"),
                          dict(rate, name="latency", unit="s"),
                          dict(rate, name="answers", unit="", better="equal", metric="answers")]
        data["scalings"] = []
        data["environments"] = []
        data["runs"]["environments"] = "A" * len(data["runs"]["times"])

    browser.open(variant(page, change))
    check(not is_quiet(browser), "a page without parameters raises no error", is_quiet(browser))
    hidden = browser.run("[...document.querySelectorAll('main > section')].filter(n => n.hidden).map(n => n.id)")
    check("scaling" in hidden, "panels without data are left out", hidden)
    links = browser.run("[...document.querySelectorAll('nav li')].filter(n => n.hidden).map(n => n.firstChild.hash.slice(1))")
    check(sorted(links) == sorted(hidden), "the navigation has no place for them", links)
    styles = browser.run("[...document.querySelectorAll('#series .change-cell span:first-child')].map(n => n.className)")
    check(sorted(styles) == ["better", "worse", "worse"],
          "a rate that rises is better, a time is worse, and what must stay equal too", styles)


# Contrast of texts with what is behind them (WCAG 2), through a canvas that knows every notation.
def colours(browser):
    seen = {}
    for scheme in ("light", "dark"):
        browser.prefer(scheme)
        seen[scheme] = browser.run("getComputedStyle(document.body).backgroundColor")
        contrast = browser.run(CONTRAST)
        check(contrast["seen"] > 200, "texts were looked at", contrast)
        check(contrast["worst"][0] >= 4.5, f"every text of the {scheme} page stands out by 4.5 to 1", contrast["worst"])
        seen[scheme + " chart"] = browser.run("""(() => { """ + PIXELS + """
          const d = pixels(document.querySelector('#timeline-plot canvas')); let sum = 0;
          for (let i = 0; i < d.length; i += 4) sum += d[i] * d[i + 3]; return sum; })()""")
    check(seen["light"] != seen["dark"], "dark differs from light", seen)
    check(seen["light chart"] != seen["dark chart"], "the chart is drawn anew in the dark", seen)
    browser.run("document.querySelector('#theme [value=light]').click()")
    check(browser.run("getComputedStyle(document.body).backgroundColor") == seen["light"],
          "the reader's choice goes before the system's")
    browser.run("document.querySelector('#theme [value=auto]').click()")
    browser.prefer("light")


def keyboard(browser):
    browser.run("window.scrollTo(0, 0); document.activeElement.blur(); getSelection().removeAllRanges()")
    stops = []
    for _ in range(140):
        browser.press("Tab", virtual=9)
        stop = browser.run(FOCUSED)
        if stop is None:
            break
        stops.append(stop)
    places = [stop["place"] for stop in stops]
    check(places == sorted(set(places)), "Tab goes through the page from top to bottom, once",
          [s["id"] for s in stops][:40])
    check(stops and stops[0]["skips"], "the first stop skips to the content", stops[:1])
    for wanted in ("theme", "#timeline", "regressed", "find", "order", "timeline-series", "measure",
                   "timeline-cursor", "scaling-only"):
        check(any(s["id"] == wanted for s in stops), f"Tab reaches '{wanted}'", [s["id"] for s in stops])
    unseen = [s["id"] for s in stops if not (s["outline"] and s["box"])]
    check(not unseen, "every stop shows that it has the focus", unseen)

    slider = "document.getElementById('timeline-cursor')"
    browser.run(f"{slider}.focus()")
    before = browser.run(f"{slider}.getAttribute('aria-valuetext')")
    browser.press("ArrowLeft", virtual=37)
    after = browser.run(f"{slider}.getAttribute('aria-valuetext')")
    check(before != after and "interval" in after and "commit" in after,
          "an arrow key reads the next run", after)
    wide = browser.run("document.querySelector('#timeline-plot canvas').toDataURL()")
    browser.press("+", code="Equal", virtual=187, text="+")
    browser.settle()
    near = browser.run("document.querySelector('#timeline-plot canvas').toDataURL()")
    check(wide != near, "plus zooms in")
    browser.press("0", code="Digit0", virtual=48, text="0")
    browser.settle()
    again = browser.run("document.querySelector('#timeline-plot canvas').toDataURL()")
    check(again == wide, "zero shows all runs again")

    browser.run("[...document.querySelectorAll('#series .open')].find(n => n.textContent.startsWith('huffman')).focus()")
    browser.press("Enter", virtual=13, text="\r")
    browser.settle()
    shown = browser.run("document.getElementById('timeline-series').selectedOptions[0].textContent")
    check(shown.startswith("huffman"), "Enter opens a series", shown)
    check(browser.run("document.activeElement.id") == "timeline-series", "the focus goes along")


def names(browser):
    browser.run("document.querySelectorAll('details').forEach(n => n.open = true)")
    nodes = browser.send("Accessibility.getFullAXTree")["nodes"]
    roles = {}
    for node in nodes:
        if node.get("ignored"):
            continue
        role = node["role"]["value"]
        name = node.get("name", {}).get("value", "").strip()
        roles.setdefault(role, []).append(name)
    for role in ("button", "link", "radio", "combobox", "searchbox", "slider", "image", "region",
                 "heading", "navigation", "columnheader", "rowheader"):
        found = roles.get(role, roles.get({"image": "img"}.get(role, role), []))
        check(found, f"there is a {role}", sorted(roles))
        check(all(found), f"every {role} has a name", found)
    charts = [name for name in roles.get("image", roles.get("img", [])) if len(name) > 80]
    check(len(charts) == 2, "each chart is described in a sentence or two", charts)
    levels = browser.run("[...document.querySelectorAll('h1,h2,h3')].map(n => Number(n.tagName[1]))")
    check(levels[0] == 1 and all(b - a <= 1 for a, b in zip(levels, levels[1:])),
          "headings skip no level", levels)
    check(browser.run("document.documentElement.lang") == "en", "the language is said")


def pointer(browser):
    browser.run("document.getElementById('timeline-zoom').querySelector('[data-zoom=all]').click()")
    browser.run("document.getElementById('timeline').scrollIntoView()")
    browser.settle()
    box = browser.run("(({x, y, width, height}) => ({x, y, width, height}))(document.querySelector('#timeline-plot .u-over').getBoundingClientRect())")
    across = lambda share: box["x"] + box["width"] * share
    middle = box["y"] + box["height"] / 2
    browser.mouse("mouseMoved", across(0.4), middle)
    browser.mouse("mouseMoved", across(0.5), middle)
    browser.settle()
    tip = browser.run("document.querySelector('.tip')?.textContent ?? ''")
    commit = browser.run("document.querySelector('.tip code')?.textContent ?? ''")
    check("UTC" in tip and len(commit) == 10, "hovering tells the run and its commit", tip)
    left = browser.run("document.querySelector('#timeline-plot canvas').toDataURL()")
    browser.mouse("mousePressed", across(0.5), middle, button="left", buttons=1, clickCount=1)
    browser.mouse("mouseMoved", across(0.6), middle, button="left", buttons=1)
    browser.mouse("mouseMoved", across(0.8), middle, button="left", buttons=1)
    browser.mouse("mouseReleased", across(0.8), middle, button="left", clickCount=1)
    browser.settle()
    zoomed = browser.run("document.querySelector('#timeline-plot canvas').toDataURL()")
    check(left != zoomed, "dragging zooms")
    for clicks in (1, 2):
        browser.mouse("mousePressed", across(0.5), middle, button="left", buttons=1, clickCount=clicks)
        browser.mouse("mouseReleased", across(0.5), middle, button="left", clickCount=clicks)
    browser.settle()
    check(browser.run("document.querySelector('#timeline-plot canvas').toDataURL()") == left,
          "a double click shows all runs again")


def narrow(browser):
    for width in (390, 320):
        browser.resize(width)
        over = browser.run("document.documentElement.scrollWidth - innerWidth")
        check(over <= 0, f"nothing sticks out at a width of {width}", over)
        check(browser.run("document.querySelector('#timeline-plot canvas').clientWidth <= innerWidth"),
              f"the chart fits a width of {width}")
    browser.resize(1280)


def hostile(browser, page, title):
    browser.open(page)
    check(not is_quiet(browser), "a hostile title runs nothing", is_quiet(browser))
    check(browser.run("document.title") == title, "a hostile title stays text", browser.run("document.title"))
    check(browser.run("document.querySelectorAll('img').length") == 0, "a hostile title makes no element")
    check(browser.run("document.getElementById('title').textContent") == title, "the heading is that text")
    browser.events.clear()
    browser.run("""(() => { const bad = document.createElement('script'); bad.textContent = 'window.broken = 1';
      document.body.append(bad); })()""")
    check(browser.run("window.broken") is None, "the policy stops a script that is not the page's own")


def main():
    page, hostile_page, long_page, title = sys.argv[1:5]
    size = os.path.getsize(page)
    check(size <= 500_000, "the page has at most 500 kB", size)
    check(os.listdir(os.path.dirname(page)) == ["index.html"], "the page is the only file")
    with Browser() as browser:
        browser.send("Network.emulateNetworkConditions", offline=True, latency=0,
                     downloadThroughput=0, uploadThroughput=0)
        browser.prefer("light")
        browser.open(page)
        for step in (charts, scaling, status_lights, colours, keyboard, names, pointer, narrow, triage, chart_choices):
            step(browser)
        check(not is_quiet(browser), "the console stays empty and nothing is fetched", is_quiet(browser))
        address(browser, page)
        saving(browser, page)
        browser.events.clear()
        whole_history(browser, long_page)
        browser.open(page)
        fleet(browser, page)
        many_series(browser, page)
        rates_and_gaps(browser, page)
        browser.events.clear()
        hostile(browser, hostile_page, title)
    finish("dashboard", f"; the page has {size} bytes")


try:
    main()
except BrowserError as error:
    sys.exit(f"dashboard: {error}")
