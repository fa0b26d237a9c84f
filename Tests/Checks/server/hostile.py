"""Hostile clients over real sockets. Usage: hostile.py COMMANDS FIXTURES"""

import concurrent.futures
import os
import socket
import sys
import tempfile
import time

from server import Server, ServerError, arguments_for

commands, fixtures = sys.argv[1:3]
with open(os.path.join(fixtures, "Corpus/photos/flower.jpg"), "rb") as file:
    flower = file.read()
failures = []
count = 0
# What the server may hold in memory, whatever clients do. SECURITY.md states it.
MEMORY_LIMIT = 300 << 20


def check(holds, what, found=None):
    global count
    count += 1
    if not holds:
        failures.append(what if found is None else f"{what}; found: {found}")


def connect(server):
    connection = socket.create_connection(("127.0.0.1", server.port), 30)
    connection.settimeout(60)
    return connection


def read_all(connection):
    parts = []
    try:
        while True:
            part = connection.recv(1 << 16)
            if not part:
                break
            parts.append(part)
    except (ConnectionError, TimeoutError):
        pass
    return b"".join(parts)


def head(server, method="POST", target="/analyse", length=None, **more):
    host = f"127.0.0.1:{server.port}"
    lines = [f"{method} {target} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", "Connection: close"]
    if length is not None:
        lines.append(f"Content-Length: {length}")
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in more.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def ask(server, request):
    """The status of an answer, and the answer."""
    with connect(server) as connection:
        try:
            connection.sendall(request)
        except ConnectionError:
            pass
        answer = read_all(connection)
    status = int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else None
    return status, answer


def malformed(server):
    for request in (
            b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", os.urandom(4096),
            b"POST /analyse HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 2000 + b"\r\n", b"GET / HTTP/1.1\r\nA: " + b"x" * 100_000 + b"\r\n\r\n",
            b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n"):
        with connect(server) as connection:
            connection.settimeout(20)
            try:
                connection.sendall(request)
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            answer = read_all(connection)
        check(not answer or answer.startswith(b"HTTP/1.1 4"), "what is no request gets no page", answer[:40])
    check(ask(server, head(server, "GET", "/"))[0] == 200, "after nonsense the server goes on")


def oversized(server):
    status, answer = ask(server, head(server, length=10**15))
    check(status == 413, "a file that claims a petabyte is refused at once", status)
    request = head(server, Transfer_Encoding="chunked") + b"".join(
        b"100000\r\n" + b"\xff" * (1 << 20) + b"\r\n" for _ in range(70))
    status, _ = ask(server, request)
    check(status in (413, None), "chunks without an end are refused", status)
    check(server.memory() < MEMORY_LIMIT, "and take no memory", server.memory())


def decompression_bomb(server):
    """A PNG of 100,000 × 100,000 pixels in a few bytes, and one that inflates to 400 MB."""
    import struct
    import zlib

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    for width, height, rows in ((100_000, 100_000, 1), (10_000, 9_999, 100)):
        data = zlib.compress(bytes((3 * width + 1) * rows))
        bomb = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                + chunk(b"IDAT", data) + chunk(b"IEND", b""))
        status, answer = ask(server, head(server, length=len(bomb)) + bomb)
        check(status == 200 and b'"event":"failed"' in answer, "a bomb fails with a reason", answer[-200:])
    check(server.memory() < MEMORY_LIMIT, "a bomb takes no memory of the server", server.memory())


def gone(server):
    """A client that goes away takes its work along."""
    connection = connect(server)
    connection.sendall(head(server, length=len(flower)) + flower[:1000])
    connection.close()
    before = set(server.children())
    for _ in range(20):
        connection = connect(server)
        connection.sendall(head(server, target="/effect?effect=show&format=png", length=len(flower)) + flower)
        connection.close()
    # The server may not have begun with the last ones yet: none for a second means none.
    now = time.monotonic()
    end, quiet_since = now + 20, now
    while now < end and now - quiet_since < 1:
        time.sleep(0.05)
        now = time.monotonic()
        left = set(server.children()) - before
        if left:
            quiet_since = now
    check(not left, "no process is left of clients that went away", left)
    status, answer = ask(server, head(server, length=len(flower)) + flower)
    check(status == 200 and b'"event":"analysed"' in answer, "and others are served", status)


def slow(server):
    """Clients that send a byte now and then are cut off; others do not notice them."""
    trickles = []
    for _ in range(40):
        connection = connect(server)
        connection.sendall(b"POST /analyse HTTP/1.1\r\nHost: 127")
        trickles.append(connection)
    started = time.monotonic()
    status, _ = ask(server, head(server, length=len(flower)) + flower)
    check(status == 200, "slow clients keep nobody from work", status)
    ended = 0
    while trickles and time.monotonic() - started < 30:
        for connection in list(trickles):
            connection.settimeout(0.01)
            try:
                connection.sendall(b"x")
                if connection.recv(1000) == b"":
                    raise ConnectionError
            except TimeoutError:
                continue
            except OSError:
                connection.close()
                trickles.remove(connection)
                ended += 1
        time.sleep(0.2)
    check(ended == 40, "slow clients are cut off", ended)


def crowd(server):
    """Fifty clients at once, each again and again: served or told that the server is busy."""
    def visit(number):
        seen = []
        for turn in range(4):
            target = "/analyse" if (number + turn) % 2 else "/effect?effect=show&format=jpg"
            status, answer = ask(server, head(server, target=target, length=len(flower)) + flower)
            seen.append((status, b"retry-after" in answer.lower()))
        return seen

    with concurrent.futures.ThreadPoolExecutor(50) as clients:
        seen = [one for many in clients.map(visit, range(50)) for one in many]
    statuses = {status for status, _ in seen}
    check(statuses <= {200, 429, 503}, "each of 50 clients gets an answer", statuses)
    check(sum(status == 200 for status, _ in seen) > 0, "some are served")
    check(all(says for status, says in seen if status in (429, 503)), "and the others told when to come again")
    peak = server.memory(peak=True)
    check(peak < MEMORY_LIMIT, f"the server stays under {MEMORY_LIMIT >> 20} MB", peak)
    print(f"server: {len(seen)} requests of 50 clients: " + ", ".join(
        f"{sum(s == status for s, _ in seen)} × {status}" for status in sorted(statuses))
        + f"; the server's peak is {peak >> 20} MB")


def many(server):
    """Ten thousand requests on a few connections, twice."""
    request = head(server, "GET", "/machine.json").replace(b"Connection: close\r\n", b"")

    def visit(_):
        with connect(server) as connection:
            stream = connection.makefile("rb")
            good = 0
            for _ in range(500):
                connection.sendall(request)
                good += stream.readline().startswith(b"HTTP/1.1 200")
                length = 0
                while (line := stream.readline().strip()):
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                stream.read(length)
            return good

    for turn in ("ten thousand questions get ten thousand answers", "and ten thousand more"):
        before = server.memory()
        with concurrent.futures.ThreadPoolExecutor(20) as clients:
            good = sum(clients.map(visit, range(20)))
        check(good == 10_000, turn, good)
    # The first ten thousand fill the pools of memory of every thread, which stay.
    check(server.memory() - before < 32 << 20, "which leave no memory behind", (before, server.memory()))


def main():
    options = arguments_for(commands)
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["TMPDIR"] = scratch
        with Server(commands, *options) as server:
            for step in (malformed, oversized, decompression_bomb, gone, crowd, many, slow):
                step(server)
            check(server.end() == 0, "the server ends when it is asked to")
        check(os.listdir(scratch) == [], "and leaves no file behind", os.listdir(scratch))
        # One that is killed leaves its folder, which the next one removes.
        with Server(commands, *options) as killed:
            killed.process.kill()
            killed.process.wait()
        with Server(commands, *options):
            found = [name for name in os.listdir(scratch) if name.startswith("showhide-serve.")]
            check(len(found) == 1, "what a killed server left is removed", found)
    for failure in failures:
        print(f"server: {failure}", file=sys.stderr)
    print(f"server: {count - len(failures)} of {count} checks hold against hostile clients")
    sys.exit(1 if failures else 0)


try:
    main()
except ServerError as error:
    sys.exit(f"server: {error}")
