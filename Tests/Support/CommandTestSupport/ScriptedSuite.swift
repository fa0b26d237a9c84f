/// A suite whose worker says itself how long its benchmarks take: no verdict depends on the machine.
///
/// Everything that the worker says is in a file beside it, which commits of a repository can change.
package struct ScriptedSuite: Sendable {
  /// A benchmark of the worker.
  package struct Benchmark: Sendable {
    /// What goes wrong.
    package enum Fault: Sendable {
      /// It reports this when it is told to prepare.
      case reports(String)
      /// Its process ends when it is told to prepare.
      case endsPreparing
      /// Its process ends when it is told to run.
      case endsRunning
      /// A signal ends its process when it is told to run.
      case crashesRunning
      /// It says what is not in the protocol when it is told to run.
      case babblesRunning
    }

    /// Its name.
    package var name: String
    /// What it says an iteration takes.
    package var nanoseconds: Int
    /// What it answers.
    package var answer: String
    /// What it is described as, as the protocol writes it.
    package var description: String
    /// Its metrics, as the protocol writes them.
    package var metrics: String
    /// What goes wrong; `nil` for nothing.
    package var fault: Fault?

    /// Makes a benchmark of which nothing is known but its name.
    package init(
      _ name: String, nanoseconds: Int = 10_000, answer: String = "42",
      description: String = "{}", metrics: String = "[]", fault: Fault? = nil
    ) {
      self.name = name
      self.nanoseconds = nanoseconds
      self.answer = answer
      self.description = description
      self.metrics = metrics
      self.fault = fault
    }
  }

  /// The benchmarks, in order.
  package var benchmarks: [Benchmark]
  /// The parameters that can be chosen, as the protocol writes them; `nil` for none.
  package var parameters: String?
  /// What is said to a value that is refused.
  package var refusals: [String: String] = [:]
  /// The version of the protocol that the worker speaks.
  package var version = 2
  /// The file to which the worker adds each request; `nil` for none.
  package var log: String?
  /// The file with the number of processes that still start; while there is none, all do.
  package var budget: String?
  /// The name of the file with everything that the worker says.
  package var scriptName = "benchmarks.json"
  /// Lines of the suite file before its worker.
  package var options = ""

  /// Makes a suite.
  ///
  /// - Parameters:
  ///   - benchmarks: the benchmarks.
  ///   - parameters: the parameters that can be chosen, as the protocol writes them.
  package init(_ benchmarks: [Benchmark], parameters: String? = nil) {
    self.benchmarks = benchmarks
    self.parameters = parameters
  }

  /// The files of the suite, by name.
  package var files: [String: String] {
    [
      "bench.toml": file,
      "worker.py": Self.worker.replacing("benchmarks.json", with: scriptName), scriptName: script,
    ]
  }

  /// Writes the files into a folder.
  ///
  /// - Throws: what keeps one from being written.
  package func write(in folder: TemporaryFolder) throws {
    for (name, text) in files { try folder.write(text, to: name) }
  }

  private var file: String {
    """
    name = "scripted"
    \(options)
    [worker]
    command = ["python3", "-S", "-E", "worker.py"]

    """
  }

  private var script: String {
    func member(_ name: String, _ value: String?) -> String? {
      value.map { "\(Self.quoted(name)): \($0)" }
    }
    func object(_ members: [String?]) -> String {
      "{\(members.compactMap { $0 }.joined(separator: ",\n "))}"
    }
    let benchmarks = benchmarks.map { one in
      object([
        member("name", Self.quoted(one.name)), member("nanoseconds", "\(one.nanoseconds)"),
        member("answer", Self.quoted(one.answer)), member("description", one.description),
        member("metrics", one.metrics), member("fault", one.fault.map(Self.fault)),
      ])
    }
    let refusals = refusals.sorted { $0.key < $1.key }.map {
      member($0.key, Self.quoted($0.value))
    }
    return object([
      member("version", "\(version)"), member("parameters", parameters),
      member("refusals", object(refusals)), member("log", log.map(Self.quoted)),
      member("budget", budget.map(Self.quoted)),
      member("benchmarks", "[\(benchmarks.joined(separator: ",\n"))]"),
    ]) + "\n"
  }

  private static func fault(_ fault: Benchmark.Fault) -> String {
    switch fault {
    case .reports(let text): "{\"reports\": \(quoted(text))}"
    case .endsPreparing: "{\"ends\": \"prepare\"}"
    case .endsRunning: "{\"ends\": \"run\"}"
    case .crashesRunning: "{\"crashes\": \"run\"}"
    case .babblesRunning: "{\"babbles\": \"run\"}"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static let worker = #"""
    import json
    import os
    import signal
    import sys

    with open("benchmarks.json") as file:
        script = json.load(file)
    benchmarks = script["benchmarks"]
    parameters = script.get("parameters")
    open_names = [one["name"] for one in parameters or [] if one.get("open")]

    budget = script.get("budget")
    if budget and os.path.exists(budget):
        with open(budget) as file:
            left = int(file.read())
        if left == 0:
            sys.exit("no process may start any more")
        with open(budget, "w") as file:
            file.write(str(left - 1))


    def with_value(benchmark, name, value):
        """The benchmark with another value of an open parameter, in all that names it."""
        old = benchmark["description"]["parameters"][name]
        return json.loads(json.dumps(benchmark).replace(old, value))


    def choose(wanted):
        global benchmarks
        for value in sum(wanted.values(), []):
            if value in script["refusals"]:
                return "failure " + script["refusals"][value]
        chosen = []
        for benchmark in benchmarks:
            own = benchmark["description"].get("parameters", {})
            if any(own.get(name) not in values
                   for name, values in wanted.items() if name not in open_names):
                continue
            copies = [benchmark]
            for name in open_names:
                if name in wanted and name in own:
                    copies = [with_value(copy, name, value)
                              for copy in copies for value in wanted[name]]
            chosen += copies
        benchmarks = chosen
        return "chosen"


    def reply(verb, text):
        words = text.split()
        if verb == "hello":
            return f"hello {min(int(text), script['version'])}"
        if verb == "pin":
            return "pinned 1"
        if verb == "list":
            return f"workloads {len(benchmarks)}"
        if verb == "choose" and parameters:
            return choose(json.loads(text))
        if script["version"] >= 2 and verb == "parameters" and parameters:
            return f"parameters {json.dumps(parameters)}"
        if not words or not words[0].isdecimal():
            return "failure no such request"
        benchmark = benchmarks[int(words[0])]
        fault = benchmark.get("fault", {})
        if fault.get("ends") == verb:
            os._exit(9)
        if fault.get("crashes") == verb:
            os.kill(os.getpid(), signal.SIGSEGV)
        if fault.get("babbles") == verb:
            return "what"
        if verb == "name":
            return f"name {benchmark['name']}"
        if verb == "prepare":
            return f"failure {fault['reports']}" if "reports" in fault else f"answer {benchmark['answer']}"
        if verb == "run":
            time = int(words[1]) * benchmark["nanoseconds"]
            return f"epoch {words[1]} {time} {time} {time} 0 0"
        if script["version"] >= 2 and verb == "describe":
            return f"description {json.dumps(benchmark['description'])}"
        if script["version"] >= 2 and verb == "metrics":
            return f"metrics {json.dumps(benchmark['metrics'])}"
        return "failure no such request"


    for line in open(3, "r", closefd=False):
        line = line.rstrip("\n")
        if script.get("log"):
            with open(script["log"], "a") as file:
                file.write(line + "\n")
        if line == "quit":
            break
        os.write(3, (reply(*line.partition(" ")[::2]) + "\n").encode())
    """#
}
