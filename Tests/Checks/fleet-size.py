#!/usr/bin/env python3
"""Measures a fleet's history of many runs on a PostgreSQL server of its own.

Usage: fleet-size.py BENCH [RUNS]      100000 runs unless said otherwise; 10000000 take 56 GB

A few real runs are recorded and pushed by BENCH. Copies of them fill 20 classes of 5 machines and 10
years: in each the names, times and machine are replaced inside the packed bytes, so every one is a
run of its own that BENCH reads and checks. They go into the same tables, with all constraints and
indexes, by COPY in batches, because the statement of `bench push` parses JSON; its own rate is
measured apart. At each power of ten from 100,000 on and at the end it prints what the database
takes and what commands cost: wall seconds, processor seconds and memory of the command. The server
does not wait for the disk (fsync is off), as in the tests.
"""

import hashlib
import multiprocessing
import os
import pwd
import resource
import shutil
import subprocess
import sys
import tempfile
import time

CLASSES, MACHINES, SIZES, YEARS = 20, 5, 100, 10
TEMPLATES, BATCH, LOADERS = 12, 10_000, 2
YEAR_MS = 365 * 86_400_000
SIZE = "16x16"


def fail(words):
    print(f"fleet-size: {words}", file=sys.stderr)
    sys.exit(1)


class Server:
    """A server in a temporary folder, which ends with the program."""

    def __init__(self, folder):
        self.folder = folder
        root = "/usr/lib/postgresql"
        versions = sorted(os.listdir(root), key=int) if os.path.isdir(root) else []
        self.programs = f"{root}/{versions[-1]}/bin" if versions else os.path.dirname(shutil.which("initdb") or "")
        if not self.programs:
            fail("PostgreSQL is not installed: apt-get install postgresql")
        self.owner = None
        if os.getuid() == 0:
            names = {entry.pw_name for entry in pwd.getpwall()}
            self.owner = "postgres" if "postgres" in names else "nobody"
            shutil.chown(folder, self.owner)
        self.data = f"{folder}/data"
        self.run_as_owner(f"{self.programs}/initdb", "-D", self.data, "-U", "owner", "-A", "trust", "-E", "UTF8",
                          "--no-locale", "--no-sync")
        self.run_as_owner(f"{self.programs}/pg_ctl", "-D", self.data, "-w", "-l", f"{folder}/server.log", "-o",
                          f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
                          " -c synchronous_commit=off -c shared_buffers=1GB -c max_wal_size=4GB"
                          " -c maintenance_work_mem=256MB -c log_min_messages=warning", "start")

    def run_as_owner(self, *words):
        if self.owner:
            entry = pwd.getpwnam(self.owner)
            words = ("setpriv", f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups", *words)
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            fail(f"{words}: {done.stderr or done.stdout}")

    def stop(self):
        self.run_as_owner(f"{self.programs}/pg_ctl", "-D", self.data, "-m", "immediate", "stop")

    def uri(self, database="bench", host=None):
        return f"postgresql://owner@/{database}?host={host or self.folder}"

    def psql(self, *more, **options):
        return [f"{self.programs}/psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-d", self.uri(**options), *more]

    def sql(self, statement, **options):
        done = subprocess.run(self.psql("-c", statement, **options), capture_output=True, text=True)
        if done.returncode:
            fail(done.stderr)
        return [line.split("|") for line in done.stdout.splitlines()]


class Commands:
    """Runs bench and says what it took."""

    def __init__(self, bench, server, folder):
        self.bench, self.server, self.folder = bench, server, folder

    def __call__(self, *words, state="one", uri=None, accept=(0,)):
        variables = dict(os.environ, BENCH_CLASS="class-00", BENCH_MACHINE="machine-00",
                         XDG_STATE_HOME=f"{self.folder}/state-{state}", BENCH_HISTORY=uri or self.server.uri())
        with open(f"{self.folder}/output", "w+") as output, open(f"{self.folder}/errors", "w+") as errors:
            start = time.monotonic()
            process = subprocess.Popen([self.bench, *words], stdout=output, stderr=errors, env=variables)
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.monotonic() - start
            code = os.waitstatus_to_exitcode(status)
            process.returncode = code
            errors.seek(0)
            output.seek(0)
            words_of_errors = errors.read()
            if code not in accept:
                fail(f"bench {' '.join(words)} ended with {code}: {words_of_errors}")
            text = output.read()
        cost = f"{wall:7.2f} s, {usage.ru_utime + usage.ru_stime:7.2f} processor s, {usage.ru_maxrss // 1024:5d} MB"
        return wall, cost, text


def packed(number):
    """A whole number as PackedBytes.swift writes it."""
    rest = (number << 1) ^ (number >> 63)
    data = bytearray()
    while rest >= 0x80:
        data.append(rest & 0x7F | 0x80)
        rest >>= 7
    data.append(rest)
    return bytes(data)


class Template:
    """A real run, cut where copies differ."""

    def __init__(self, row, measurements):
        (self.uid, content, self.kind, started, finished, self.commit, self.fingerprint, self.machine) = row
        content = bytes.fromhex(content)
        self.duration = int(finished) - int(started)
        session = content.index(b"\x20", content.index(f"simd/flat/{SIZE}".encode()))
        marks = [(self.uid.encode(), "uid"), (self.machine.encode(), "machine"), (b"machine-00", "name"),
                 (b"class-00", "class"), (SIZE.encode(), "size"), (packed(int(started)), "started"),
                 (packed(int(finished)), "finished")]
        places = []
        for mark, name in marks:
            place = content.find(mark)
            while place >= 0:
                places.append((place, len(mark), name))
                place = content.find(mark, place + len(mark))
        # The name of the session: 32 hexadecimal digits with their length in front, after the series.
        digits = set(b"0123456789abcdef")
        while not set(content[session + 1:session + 33]) <= digits or len(content) < session + 33:
            session = content.index(b"\x20", session + 1)
        places.append((session + 1, 32, "session"))
        places.sort()
        self.parts, self.names, end = [], [], 0
        for place, length, name in places:
            self.parts.append(content[end:place])
            self.names.append(name)
            end = place + length
        self.rest = content[end:]
        self.measurements = measurements

    def bytes(self, values):
        pieces = []
        for part, name in zip(self.parts, self.names):
            pieces.append(part)
            pieces.append(values[name])
        pieces.append(self.rest)
        return b"".join(pieces)


def stamp(milliseconds):
    whole, rest = divmod(milliseconds, 1000)
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(whole)) + f".{rest:03d}+00"


class Loader:
    """Makes copies and sends them to the server."""

    def __init__(self, server, templates, machines, series, total, now):
        self.server, self.templates, self.machines, self.series = server, templates, machines, series
        self.total, self.now = total, now

    def load(self, numbers):
        process = subprocess.Popen(self.server.psql(), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        send = process.stdin.write
        for start in range(numbers.start, numbers.stop, BATCH):
            measured = []
            send(b"COPY bench.run (id, uid, content_name, kind, started_at, finished_at, commit_hash, fingerprint,"
                 b" machine_id, class_id, content) FROM STDIN;\n")
            for number in range(start, min(start + BATCH, numbers.stop)):
                send(self.row(number, measured).encode())
            send(b"\\.\nCOPY bench.measurement FROM STDIN;\n")
            send("".join(measured).encode())
            send(b"\\.\n")
        process.stdin.close()
        if process.wait():
            fail("the server did not take a batch")

    def row(self, number, measured):
        template = self.templates[number % len(self.templates)]
        place = number // CLASSES
        machine_class = number % CLASSES
        machine = place // SIZES % MACHINES
        size = place % SIZES
        # Spread over the years, in an order that is nobody's: writers of ten years.
        started = self.now - 60_000 - (number * 7_919 % self.total) * (YEARS * YEAR_MS - 120_000) // self.total
        # Names look random, as real ones do.
        uid = f"{(number + 1) * 0x9E3779B97F4A7C15F39CC0605CEDC835 % (1 << 128):032x}"
        session = f"{(number + 1) * 0xD1342543DE82EF95AF251AF3B0F025B5 % (1 << 128):032x}"
        identity, machine_name, class_name, machine_id, class_id = self.machines[machine_class][machine]
        content = template.bytes({
            "uid": uid.encode(), "session": session.encode(), "machine": identity, "name": machine_name,
            "class": class_name, "size": f"{10 + size // 10}x{10 + size % 10}".encode(), "started": packed(started),
            "finished": packed(started + template.duration)})
        key = number + 1_000_000_000
        for name, fields in template.measurements:
            measured.append(f"{key}\t0\t{self.series[name, size]}\t{fields}\n")
        return (f"{key}\t{uid}\t\\\\x{hashlib.sha256(content).hexdigest()}\t{template.kind}\t{stamp(started)}\t"
                f"{stamp(started + template.duration)}\t{template.commit or chr(92) + 'N'}\t{template.fingerprint}\t"
                f"{machine_id}\t{class_id}\t\\\\x{content.hex()}\n")


def prepare(server, bench, total):
    """Records the real runs, and makes the names that copies of them use."""
    server.sql("CREATE DATABASE bench", database="postgres")
    bench("fleet", "setup")
    for _ in range(TEMPLATES):
        bench("run", "--kernel", "simd", "--image", "flat", "--size", SIZE, "--time", "0.02", "--quiet",
              "--allow-debug")
    rows = server.sql("SELECT run.uid, encode(content, 'hex'), kind, (extract(epoch FROM started_at) * 1000)::bigint,"
                      " (extract(epoch FROM finished_at) * 1000)::bigint, commit_hash, fingerprint, identity"
                      " FROM bench.run JOIN bench.machine ON machine.id = machine_id ORDER BY run.id")
    templates = []
    for row in rows:
        own = server.sql("SELECT series.name, is_reference, value, value_low, value_high, log_ratio,"
                         " log_ratio_low, log_ratio_high, samples, instructions, answer_hash, code_hash, input_hash"
                         f" FROM bench.measurement JOIN bench.series ON series.id = series_id WHERE run_id ="
                         f" (SELECT id FROM bench.run WHERE uid = '{row[0]}')")
        templates.append(Template(row, [(m[0], "\t".join(field or "\\N" for field in m[1:])) for m in own]))
    server.sql("INSERT INTO bench.machine_class (name) SELECT 'class-' || lpad(n::text, 2, '0')"
               f" FROM generate_series(0, {CLASSES - 1}) AS n ON CONFLICT DO NOTHING")
    classes = {name: key for key, name in server.sql("SELECT id, name FROM bench.machine_class")}
    machines = []
    for one in range(CLASSES):
        own = []
        for two in range(MACHINES):
            name = f"machine-{one % 10}{two}"
            identity = hashlib.sha256(f"{one} {two}".encode()).hexdigest()[:32]
            key = server.sql(f"INSERT INTO bench.machine (identity, name) VALUES ('{identity}', '{name}') RETURNING id")
            own.append((identity.encode(), name.encode(), f"class-{one:02d}".encode(), key[0][0],
                        classes[f"class-{one:02d}"]))
        machines.append(own)
    names = sorted({name for name, _ in templates[0].measurements})
    for name in names:
        server.sql("INSERT INTO bench.series (name, unit, parameters, items, metric, better) SELECT"
                   f" replace(name, '{SIZE}', (10 + n / 10) || 'x' || (10 + n % 10)), unit, parameters, items,"
                   f" metric, better FROM bench.series, generate_series(0, {SIZES - 1}) AS n"
                   f" WHERE name = '{name}' ON CONFLICT DO NOTHING")
    ids = {name: key for key, name in server.sql("SELECT id, name FROM bench.series")}
    series = {(name, size): ids[name.replace(SIZE, f"{10 + size // 10}x{10 + size % 10}")]
              for name in names for size in range(SIZES)}
    # The real runs are not part of what is measured.
    server.sql("DELETE FROM bench.run")
    content = templates[0].bytes({name: b"" for name in set(templates[0].names)})
    print(f"fleet-size: a run has 1 session of {len(names)} series and about {len(content) + 150} bytes")
    return Loader(server, templates, machines, series, total, int(time.time() * 1000))


def fill(loader, start, stop):
    began = time.monotonic()
    edges = [start + (stop - start) * part // LOADERS for part in range(LOADERS + 1)]
    processes = [multiprocessing.Process(target=loader.load, args=(range(a, b),)) for a, b in zip(edges, edges[1:])]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        if process.exitcode:
            fail("a loader failed")
    return time.monotonic() - began


def sizes(server):
    rows = server.sql("SELECT relname, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class"
                      " WHERE relnamespace = 'bench'::regnamespace AND relkind = 'r'"
                      " AND pg_total_relation_size(oid) > 1000000 ORDER BY pg_total_relation_size(oid) DESC")
    for name, table, indexes in rows:
        print(f"fleet-size:   {name:12} {int(table) / 1e6:10.1f} MB, indexes {int(indexes) / 1e6:8.1f} MB")


def measure(server, bench, runs):
    total = int(server.sql("SELECT pg_database_size('bench')")[0][0])
    print(f"fleet-size: {runs} runs: {total / 1e6:.0f} MB on disk, {total / runs:.0f} bytes a run")
    sizes(server)
    state = f"at-{runs}"
    folder = f"{bench.folder}/site"
    series = "simd/flat/15x15"
    for what, words in (
            ("check of one series, first", ["check", series]), ("… again", ["check", series]),
            ("report of the newest year, first", ["report", "--output", folder]),
            ("… again", ["report", "--output", folder]), ("fleet machines", ["fleet", "machines"])):
        _, cost, _ = bench(*words, state=state, accept=(0, 2))
        print(f"fleet-size:   {what:33} {cost}")
    shutil.rmtree(f"{bench.folder}/state-{state}")
    sys.stdout.flush()


def push_rate(server, bench, folder):
    """The rate of the real statement: runs without rounds, recorded away from the server, and with."""
    count = 5000
    with open(f"{folder}/values.csv", "w") as file:
        file.write("time,value\n" + "".join(f"{1_700_000_000 + n},{100 + n % 7}\n" for n in range(count)))
    server.sql("CREATE DATABASE other", database="postgres")
    bench("fleet", "setup", uri=server.uri("other"))
    later = f"{folder}/later"
    bench("import", f"{folder}/values.csv", uri=server.uri("other", later), state="away")
    os.symlink(server.folder, later)
    wall, cost, text = bench("push", uri=server.uri("other", later), state="away")
    print(f"fleet-size: bench push of {count} runs without rounds: {count / wall:.0f} runs/s ({cost.strip()})")
    bundle = f"{folder}/runs.bundle"
    bench("export", "--bundle", "-o", bundle, state="bundle")
    bench("merge", bundle, uri=server.uri("other", f"{folder}/nowhere"), state="away2")
    os.symlink(server.folder, f"{folder}/nowhere")
    wall, cost, text = bench("push", uri=server.uri("other", f"{folder}/nowhere"), state="away2")
    runs = int(text.split()[1])
    print(f"fleet-size: bench push of {runs} runs with rounds: {runs / wall:.0f} runs/s ({cost.strip()})")


def main():
    if not 2 <= len(sys.argv) <= 3:
        fail("usage: fleet-size.py BENCH [RUNS]")
    bench_path = os.path.abspath(sys.argv[1])
    total = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    folder = tempfile.mkdtemp(prefix="fleet-size-", dir="/tmp")
    os.chmod(folder, 0o755)
    home = f"{folder}/server"
    os.mkdir(home)
    server = Server(home)
    try:
        bench = Commands(bench_path, server, folder)
        loader = prepare(server, bench, total)
        stops = [stop for stop in (10 ** power for power in range(5, 12)) if stop < total] + [total]
        done = 0
        for stop in stops:
            seconds = fill(loader, done, stop)
            print(f"fleet-size: added {stop - done} runs in {seconds:.0f} s: {(stop - done) / seconds:.0f} runs/s")
            server.sql("ANALYZE")
            if done == 0:
                push_rate(server, bench, folder)
            measure(server, bench, stop)
            done = stop
        for what, words in (("prune --older-than 5y", ["prune", "--older-than", "5y"]), ("… again", ["prune", "--older-than", "5y"])):
            _, cost, text = bench(*words)
            print(f"fleet-size:   {what:33} {cost}: {text.strip()}")
        left = int(server.sql("SELECT count(*) FROM bench.run")[0][0])
        days = int(server.sql("SELECT count(*) FROM bench.day")[0][0])
        # It writes a copy of every table.
        full = " FULL" if total <= 1_000_000 else ""
        server.sql(f"VACUUM{full} ANALYZE")
        size = int(server.sql("SELECT pg_database_size('bench')")[0][0])
        print(f"fleet-size: {left} runs and {days} rows of days are left, {size / 1e6:.0f} MB after VACUUM{full}")
        sizes(server)
    finally:
        server.stop()
        shutil.rmtree(folder)


main()
