"""The package as applications have it: bundled by esbuild, rollup and webpack for browsers and Node, and compiled by
TypeScript with and without a browser's names.

Usage: PYTHONPATH=Tests/Checks/browser bundles.py TOOLS    the folder that bundlers/fetch.sh filled
"""

import functools
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

from browser import Browser

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
HERE = PACKAGE / "test/bundlers"
WANTED = 2 * [["#d45424 40", "#ffffff 24"]]
# What a browser has not.
OF_NODE = ["worker_threads", "fs/promises"]


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html"}

    def log_message(self, *_):
        pass


def run(command, tools, **settings):
    environment = {**os.environ, "NODE_PATH": str(tools / "usr/share/nodejs")}
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment, **settings)
    if done.returncode != 0:
        raise SystemExit(f"bundles: {' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def bundle(tool, platform, application, output, tools):
    thread = "worker-thread-node" if platform == "node" else "worker-thread"
    if tool == "esbuild":
        run([tools / "usr/bin/esbuild", "app.js", f"{thread}=dominantcolor/worker-thread.js", "--bundle", "--format=esm",
             f"--platform={platform}", "--log-override:empty-import-meta=error", "--entry-names=[name]",
             f"--outdir={output}"], tools, cwd=application)
    else:
        run(["node", HERE / "build.cjs", tool, platform, application, output], tools, cwd=application)
    if tool != "webpack":
        # webpack alone sees the module's file; the others' users copy it.
        shutil.copyfile(application / "node_modules/dominantcolor/dominantcolor.wasm", output / "dominantcolor.wasm")
    (output / "package.json").write_text('{"type":"module"}')


def main():
    tools = pathlib.Path(sys.argv[1]).resolve()
    checked = 0
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name).resolve()
        installed = root / "node_modules/dominantcolor"
        installed.mkdir(parents=True)
        for file in ["package.json", *json.loads((PACKAGE / "package.json").read_text())["files"]]:
            shutil.copyfile(PACKAGE / file, installed / file)
        for file in HERE.iterdir():
            shutil.copyfile(file, root / file.name)
        (root / "package.json").write_text('{"type":"module"}')
        for tool in ("esbuild", "rollup", "webpack"):
            for platform in ("browser", "node"):
                output = root / f"{tool}-{platform}"
                bundle(tool, platform, root, output, tools)
                if platform == "node":
                    said = json.loads(run(["node", output / "app.js"], tools))
                    assert said == WANTED, f"{tool}: {said}"
                    checked += 1
                    continue
                text = "".join(file.read_text() for file in output.rglob("*.js"))
                assert not [word for word in OF_NODE if word in text], f"{tool}: of Node, for a browser"
                (output / "index.html").write_text(
                    '<!DOCTYPE html><meta charset=utf-8><title></title><script type=module src=app.js></script>')
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory=str(root)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with Browser() as browser:
            for tool in ("esbuild", "rollup", "webpack"):
                browser.visit(f"http://127.0.0.1:{server.server_port}/{tool}-browser/index.html")
                browser.wait_for("document.title", f"the answer of {tool}'s bundle")
                said = json.loads(browser.run("document.title"))
                assert said == WANTED, f"{tool}: {said}"
                checked += 1
        server.shutdown()
        server.server_close()
        compiler = ["node", tools / "usr/share/nodejs/typescript/bin/tsc", "--noEmit", "--strict", "--target", "es2022"]
        for libraries, resolution, sources in (
                ("es2022", "node16", ["calls.ts"]), ("es2022,dom", "node", ["calls.ts", "browser.ts"])):
            module = "node16" if resolution == "node16" else "es2022"
            run([*compiler, "--lib", libraries, "--moduleResolution", resolution, "--module", module, *sources], tools, cwd=root)
            checked += 1
    print(f"bundles: {checked} passed, 0 failed")


main()
