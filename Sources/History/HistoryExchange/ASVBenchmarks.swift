internal import ExchangeDocuments
internal import OrderedJSON

/// What asv's `benchmarks.json` and `index.json` say of benchmarks.
struct ASVBenchmarks {
  private var units: [String: String] = [:]
  private var versions: [String: String] = [:]
  /// The values that each parameter of a benchmark takes.
  private(set) var parameters: [String: [[String]]] = [:]

  /// Nothing is known of any benchmark but its name.
  init() {}

  /// Reads the entries of benchmarks; those of other names are left out.
  init(_ fields: [JSONValue.Field]) {
    for field in fields where field.value.fields != nil {
      if let unit = field.value["unit"]?.string { units[field.name] = unit }
      if let version = field.value["version"]?.string { versions[field.name] = version }
      parameters[field.name] = (field.value["params"]?.elements ?? []).map { list in
        (list.elements ?? []).map { $0.string ?? $0.numberText ?? "" }
      }
    }
  }

  /// Their names.
  var names: [String] { Array(parameters.keys) }

  /// The unit of a benchmark's values.
  func unit(of name: String) -> String {
    switch units[name] {
    case "seconds": "s"
    case let unit?: unit
    case nil: ASVResults.unit(of: name)
    }
  }

  /// Whether a result is of another version of a benchmark than the newest: it measured something
  /// else, and asv shows it no more.
  func isOutdated(_ version: String?, of name: String) -> Bool {
    guard let version, let newest = versions[name] else { return false }
    return version != newest
  }
}

/// What tells asv's results of one benchmark and commit apart: the machine, the version of Python,
/// required packages.
struct ASVEnvironment {
  /// Describe the machine, whose name stands for them.
  private static let hardware: Set<String> = ["arch", "cpu", "num_cpu", "os", "ram"]

  private let machine: String
  private let others: [(key: String, value: String)]

  /// Of a file of results.
  init(of results: JSONValue) {
    var known: [(String, String)] = []
    for source in ["params", "requirements"] {
      for field in results[source]?.fields ?? [] {
        known.append((field.name, field.value.string ?? field.value.numberText ?? ""))
      }
    }
    self.init(known)
  }

  /// Of the folders of a published graph: `machine-tiny/os-Linux/python-3.12`.
  ///
  /// - Parameters:
  ///   - folders: their names.
  ///   - keys: the names of what tells graphs apart.
  ///   - leftOut: what does not.
  init(folders: [Substring], keys: [String], leftOut: Set<String>) {
    var known: [(String, String)] = []
    for folder in folders {
      //     keys      python, python-impl
      //     folder    python-impl-cpython     python-impl is cpython, and not python impl-cpython
      let longest = keys.filter { folder.hasPrefix("\($0)-") }.max { $0.count < $1.count }
      guard let key = longest, !leftOut.contains(key) else { continue }
      known.append((key, String(folder.dropFirst(key.count + 1))))
    }
    self.init(known)
  }

  private init(_ known: [(key: String, value: String)]) {
    machine = known.first { $0.key == "machine" }?.value ?? ""
    let hasMachine = !machine.isEmpty
    var seen: Set<String> = ["machine"]
    others = known.sorted { $0.key < $1.key }.filter { key, value in
      !value.isEmpty && !(hasMachine && Self.hardware.contains(key)) && seen.insert(key).inserted
    }
  }

  /// What asv calls the machine; nil where it does not say.
  var machineName: String? { machine.isEmpty ? nil : machine }

  /// `[machine/python-3.12]` after a space; empty where nothing is known.
  var suffix: String {
    let parts = (machine.isEmpty ? [] : [machine]) + others.map { "\($0.key)-\($0.value)" }
    guard !parts.isEmpty else { return "" }
    return " [\(parts.map(Self.fileName).joined(separator: "/"))]"
  }

  /// A text as asv has it in names of files: of results and graphs it is the same then.
  static func fileName(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          scalar.value < 32 || "<>:\"/\\^|?*".unicodeScalars.contains(scalar) ? "_" : scalar
        }))
  }
}
