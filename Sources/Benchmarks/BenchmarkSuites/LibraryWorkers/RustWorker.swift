internal import CSuiteFiles

/// A worker for a library of Cargo.
struct RustWorker: LibraryWorker {
  static let fences = ["rust", "rs"]
  static let comment = "//"
  static let declarations = [
    "fn ", "pub ", "struct ", "enum ", "impl ", "impl<", "trait ", "use ", "mod ", "const ",
    "static ",
    "type ", "#", "extern ", "macro_rules!", "unsafe impl",
  ]

  /// The name of the package.
  let package: String
  /// What code calls the library.
  let crate: String
  /// The edition of the worker: the package's, or 2021 instead of a newer one.
  let edition: String
  /// The folder of the package, from the folder of the files.
  let place: String

  /// Makes a worker; `nil` for names that would need quotes.
  ///
  /// - Parameters:
  ///   - package: the name of the package.
  ///   - crate: what code calls its library.
  ///   - edition: its edition.
  ///   - folder: the folder for the files.
  ///   - source: the folder of the package, from the folder of the files.
  init?(package: String, crate: String, edition: String, folder: String, source: String) {
    guard Self.isPlain(package, allowing: "-"), Self.isPlain(crate), Self.isPlain(edition),
      Self.isPlain(source, allowing: "./-")
    else { return nil }
    (self.package, self.crate) = (package, crate)
    // Editions of Rust mix, and the file that answers requests is older than 2024.
    self.edition = edition == "2024" ? "2021" : edition
    (self.folder, place) = (folder, source)
  }

  /// The folder for the files.
  let folder: String

  var library: String { "the crate \(crate)" }
  var placeholder: String { "placeholder: nothing of \(crate)" }
  var path: String { "\(folder)/worker.rs" }
  var command: [String] { ["target/bench-worker/release/bench-worker"] }
  var check: [String]? { nil }

  var build: [[String]] {
    [
      ["ln", "-sfn", "..", "\(folder)/\(Self.link)"],
      [
        "cargo", "build", "--release", "--manifest-path", "\(folder)/Cargo.toml", "--target-dir",
        "target/bench-worker",
      ],
    ]
  }

  /// The link in the folder of the files that leads to the top.
  ///
  /// The names of functions have a hash of where a package lies: its path below the workspace, else
  /// its absolute path, by which no two checkouts would hold equal code.
  private static let link = "library"

  var companions: [WorkerFile] {
    let manifest = """
      # A package of its own for bench's worker, so that the library's manifest stays as it is. The
      # build in bench.toml makes the link '\(Self.link)': below this folder, the library's functions
      # have the same names in every checkout.
      [package]
      name = "bench-worker"
      version = "0.0.0"
      edition = "\(edition)"
      publish = false

      [[bin]]
      name = "bench-worker"
      path = "worker.rs"

      [dependencies]
      \(package) = { path = "\(Self.link)\(place.dropFirst(2))" }

      [workspace]
      exclude = ["\(Self.link)"]

      """
    return [
      WorkerFile(path: "\(folder)/bench_worker.rs", bytes: csuite_bench_worker_rs().content),
      WorkerFile(path: "\(folder)/Cargo.toml", text: manifest),
    ]
  }

  func isShown(in code: ReadmeExample) -> Bool {
    code.holds("\(crate)::") || code.holds("use \(crate)") || code.holds("extern crate \(crate)")
  }

  // Functions have their own.
  func parts(of lines: [String]) -> CodeParts { CodeParts(lines) { _ in false } }

  /// Code with the lines that documentation hides, which are part of it.
  func plain(_ lines: [String]) -> [String] {
    lines.map { $0 == "#" ? "" : $0.hasPrefix("# ") ? String($0.dropFirst(2)) : $0 }
  }

  func text(_ content: WorkerContent) -> String {
    var items: [String]
    let workload: [String]
    switch content {
    case .example(let example):
      // The first edition knows no crate that is not named.
      let isNamed = edition != "2015" || example.holds("extern crate \(crate)")
      items =
        (isNamed ? [] : ["extern crate \(crate);", ""]) + Self.silencing(example)
        + Self.function(example)
      workload = [
        "workload(\"\(Self.exampleName)\", || {",
        "    // Get ready here, unmeasured: make input, read files.", "    \(Self.exampleName)",
        "}),",
      ]
    case .placeholder(let example):
      items = ["extern crate \(crate) as _;"]
      workload =
        ["workload(\"\(placeholder)\", || {"]
        + Self.indented(
          Self.advice(example, calling: "move || \(crate)::NAME(ARGUMENTS)") + ["|| ()"], by: 4)
        + ["}),"]
    }
    return
      ([
        "//! What `bench` measures of \(crate): bench run, bench compare HEAD~1.",
        "//!",
        "//! bench_worker.rs, beside this file, answers bench's requests; it needs no change. Each workload that",
        "//! is given to serve() is a benchmark: it gets everything ready and returns the work, a closure without",
        "//! arguments. The work is called thousands of times, and its result must be the same each time:",
        "//! bench compares it between commits, as `Debug` prints it.",
        "",
        "mod bench_worker;",
        "use bench_worker::{serve, workload};",
        "",
        Self.head,
      ] + items + ["", "fn main() {", "    serve(vec!["] + Self.indented(workload, by: 8)
      + ["    ]);", "}", Self.foot, ""]).joined(separator: "\n")
  }

  /// The example as a function.
  private static func function(_ example: ReadmeExample) -> [String] {
    var body = example.lines
    let isProgram = example.lines.contains {
      $0.hasPrefix("fn main(") || $0.hasPrefix("pub fn main(")
    }
    let canFail = body.contains { $0.contains("?;") || $0.contains("?)") || $0.contains("?.") }
    var result = ""
    if isProgram {
      let returns = body.contains { $0.contains("fn main()") && $0.contains("->") }
      body += ["", returns ? "main().expect(\"the example fails\")" : "main()"]
      if returns { body[body.count - 1] += ";" }
    } else if canFail {
      result = " -> Result<(), Box<dyn std::error::Error>>"
      if body.last?.hasPrefix("Ok(") != true { body.append("Ok(())") }
    } else if let last = body.last, let end = last.last, !";}".contains(end) {
      body[body.count - 1] += ";"
    }
    return ["fn \(exampleName)()\(result) {", "    \(origin(example))"] + indented(body, by: 4) + [
      "}"
    ]
  }

  /// Macros instead of Rust's for what an example prints.
  private static func silencing(_ example: ReadmeExample) -> [String] {
    let macros = ["println", "print", "eprintln", "eprint"].filter { name in
      example.holds(word: "\(name)!")
    }
    guard !macros.isEmpty else { return [] }
    return ["// What the work prints would fill the terminal: it is formatted, and kept."]
      + macros.flatMap {
        [
          "macro_rules! \($0) {", "    () => {{}};",
          "    ($($text:tt)*) => {{ std::hint::black_box(format!($($text)*)); }};", "}",
        ]
      } + [""]
  }
}
