"""RFC 9110 and 9112 by a table of requests, and nginx and Caddy in front. Usage: messages.py COMMANDS"""

import email.utils
import http.client
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from server import Server, arguments_for

commands = sys.argv[1]
failures = []
count = 0


def check(holds, what, found=None):
    global count
    count += 1
    if not holds:
        failures.append(f"{what}; found: {found}")


def ask(port, request):
    """What a connection answers until it ends, or says nothing for a second."""
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        connection.settimeout(1)
        connection.sendall(request)
        parts = b""
        try:
            while part := connection.recv(1 << 16):
                parts += part
        except TimeoutError:
            pass
    return parts


def table(server):
    own, other = f"Host: 127.0.0.1:{server.port}".encode(), b"Host: evil.example"
    origin = f"Origin: http://127.0.0.1:{server.port}".encode()
    for line, fields, status in (
            (b"GET / HTTP/1.1", [own], 200), (b"GET / HTTP/1.1", [other], 421), (b"GET / HTTP/1.1", [], 400),
            (b"GET / HTTP/1.1", [own, own], 400), (b"GET / HTTP/1.1", [own, other], 400),
            (b"GET http://127.0.0.1/ HTTP/1.1", [own], 200), (b"GET http://evil.example/ HTTP/1.1", [own], 421),
            (b"GET http://localhost/machine.json HTTP/1.1", [other], 200),
            (b"HEAD / HTTP/1.1", [own], 200), (b"GET /nothing HTTP/1.1", [own], 404),
            (b"PUT / HTTP/1.1", [own, origin], 405), (b"GET / HTTP/1.0", [own], 200),
            (b"GET / HTTP/1.1", [own, b"Expect: magic"], 417),
            (b"POST /analyse HTTP/1.1", [own, origin, b"Content-Length: 99999999999"], 413)):
        request = b"\r\n".join([line, *fields]) + b"\r\n\r\n"
        answer = ask(server.port, request)
        check(answer[9:12] == str(status).encode(), f"{request!r} is answered {status}", answer[:40])
        date = [part[6:].decode() for part in answer.split(b"\r\n") if part.lower().startswith(b"date: ")]
        check(len(date) == 1 and abs(email.utils.mktime_tz(email.utils.parsedate_tz(date[0])) - time.time()) < 5,
              f"{request!r} is dated", date)
    answer = ask(server.port, b"GET / HTTP/1.0\r\n" + own + b"\r\n\r\n")
    check(b"chunked" not in answer and answer.startswith(b"HTTP/1.0 "), "HTTP/1.0 gets no pieces", answer[:60])


def heads(server):
    """HEAD on one connection, again and again: each answer is read where the one before ended."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    for path in ("/", "/page.js", "/machine.json", "/page.css"):
        connection.request("GET", path)
        answer = connection.getresponse()
        length = len(answer.read())
        connection.request("HEAD", path)
        answer = connection.getresponse()
        check(answer.read() == b"" and int(answer.headers["content-length"]) == length, f"HEAD of {path}")
    connection.close()


def expectations(server):
    host = f"127.0.0.1:{server.port}"
    head = f"POST /analyse HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nExpect: 100-continue\r\n"
    with socket.create_connection(("127.0.0.1", server.port), 10) as connection:
        connection.settimeout(10)
        connection.sendall((head + "Content-Length: 5\r\nConnection: close\r\n\r\n").encode())
        check(connection.recv(100).startswith(b"HTTP/1.1 100 "), "who expects a word before the content gets it")
        connection.sendall(b"hello")
        check(connection.recv(1000).startswith(b"HTTP/1.1 200 "), "and then the answer")
    answer = ask(server.port, (head + "Content-Length: 999999999\r\n\r\n").encode())
    check(answer.startswith(b"HTTP/1.1 413 "), "or the refusal alone", answer[:40])


def by_curl(server):
    """What curl does by itself: HEAD, a large upload that waits for 100, a request as to a proxy, one connection for many."""
    at = f"http://127.0.0.1:{server.port}"
    with tempfile.NamedTemporaryFile() as large:
        large.write(bytes(3_000_000))
        large.flush()
        for what, arguments, wanted in (
                ("HEAD", ["--head", f"{at}/page.js"], "200"),
                ("an upload", ["--data-binary", f"@{large.name}", "--header", f"Origin: {at}",
                               "--header", "Expect: 100-continue", f"{at}/analyse"], "200"),
                ("a host of others", ["--proxy", at, "http://evil.example/"], "421"),
                ("four on a connection", [f"{at}/", f"{at}/page.js", f"{at}/nothing", f"{at}/page.css"], "200 200 404 200")):
            told = subprocess.run(
                ["curl", "--silent", "--show-error", "--max-time", "20", "--write-out", "%{stderr}%{http_code} ", *arguments],
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr
            check(told.split() == wanted.split(), f"{what} by curl is answered {wanted}", told)


def slowness(server):
    """Seventeen clients that send a byte a second keep nobody out, and are told why they are cut off."""
    host = f"127.0.0.1:{server.port}"
    head = f"POST /analyse HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 9999\r\n\r\n".encode()
    slow = []
    for number in range(17):
        connection = socket.create_connection(("127.0.0.1", server.port), 10, (f"127.0.1.{number // 4 + 1}", 0))
        connection.sendall(head)
        slow.append(connection)
    idle = [socket.create_connection(("127.0.0.1", server.port), 10) for _ in range(300)]
    started = time.monotonic()
    check(ask(server.port, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").startswith(b"HTTP/1.1 200"),
          "300 idle connections keep nobody out")
    check(time.monotonic() - started < 5, "and nobody waits for them", time.monotonic() - started)
    said = 0
    for connection in slow:
        connection.settimeout(12)
        try:
            said += connection.recv(1000)[9:12] in (b"408", b"503")
        except OSError:
            pass
        connection.close()
    check(said == 17 and time.monotonic() - started < 12, "slow ones are told why they end", said)
    for connection in idle:
        connection.close()


NGINX = """daemon off; pid {folder}/pid; error_log {folder}/errors;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://127.0.0.1:{behind};
{lines}
    }}
  }}
}}
"""


CADDY = """{{
  admin off
  auto_https off
}}
http://photos.example:{port} {{
  bind 127.0.0.1
{lines}
}}
"""


def lines_of_security(after):
    """What SECURITY.md has between a text and the next closing brace."""
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "../../../SECURITY.md")) as file:
        return file.read().split(after)[1].split("}")[0]


def proxied(options, name, arguments, configuration, lines):
    """The lines of SECURITY.md, with the proxy itself."""
    program = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if not program:
        print(f"server: {name} is not installed; behind it nothing was tried")
        return
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        with Server(commands, *options, "--public-url", "https://photos.example") as server:
            with open(f"{folder}/conf", "w") as file:
                lines = lines.replace("8017", str(server.port))
                file.write(configuration.format(folder=folder, port=port, behind=server.port, lines=lines))
            home = dict(os.environ, XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder)
            proxy = subprocess.Popen(
                [program, *arguments, f"{folder}/conf"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, env=home)
            try:
                for _ in range(100):
                    with socket.socket() as probe:
                        if probe.connect_ex(("127.0.0.1", port)) == 0:
                            break
                    time.sleep(0.05)
                behind(port, name)
            finally:
                proxy.terminate()
                proxy.wait()


def behind(port, name):
    fields = {"Host": "photos.example", "Origin": "https://photos.example"}

    def ask_proxy(method, path, body, **more):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            connection.request(method, path, body, {**fields, **more})
            answer = connection.getresponse()
            answer.read()
            return answer.status
        except OSError as error:
            return str(error)
        finally:
            connection.close()

    for method, path, body in (("GET", "/", None), ("HEAD", "/page.js", None), ("POST", "/analyse", b"hello"),
                               ("POST", "/analyse", bytes(3_000_000))):
        status = ask_proxy(method, path, body)
        check(status == 200, f"{method} {path} through {name}", status)
    status = ask_proxy("POST", "/analyse", b"hello", Origin="https://evil.example")
    check(status == 403, f"another site is refused through {name}", status)


options = arguments_for(commands)
with Server(commands, *options) as server:
    for step in (table, heads, expectations, by_curl, slowness):
        step(server)
proxied(options, "nginx", ["-c"], NGINX, lines_of_security("proxy_pass http://127.0.0.1:8017;\n"))
proxied(options, "caddy", ["run", "--adapter", "caddyfile", "--config"], CADDY, lines_of_security("photos.example {\n"))
for failure in failures:
    print(f"server: {failure}", file=sys.stderr)
print(f"server: {count - len(failures)} of {count} checks hold of HTTP")
sys.exit(1 if failures else 0)
