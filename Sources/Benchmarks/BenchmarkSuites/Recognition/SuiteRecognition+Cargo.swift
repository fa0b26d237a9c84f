internal import BenchmarkBuilds
internal import Files
internal import Measuring
internal import OrderedJSON
internal import Reporting

/// Programs and benchmarks of a Cargo package or workspace.
extension SuiteRecognition {
  /// A target that `cargo bench` builds.
  private struct CargoBenchmark {
    let package: String
    let name: String

    /// The program, under a name of its own: cargo's ends with a hash.
    var program: String { "target/bench-\(name)" }

    /// The command that builds it.
    var build: String {
      SuiteTemplate.quoted(
        "program=$(cargo bench --no-run --package \(package) --bench \(name) --message-format json"
          + #" | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -n 1)"#
          + #" && cp "$program" \#(program)"#)
    }
  }

  func cargoPackage(_ asked: [String]?) throws(HarnessFailure) -> SuiteTemplate {
    let metadata = try json(
      ["cargo", "metadata", "--no-deps", "--offline", "--format-version", "1"],
      reading: "Cargo.toml")
    let packages = metadata["packages"]?.elements ?? []
    if asked == nil, !ignoresBenchmarks, let suite = cargoBenchmarks(packages) { return suite }
    let program = packages.lazy.compactMap { Self.targets(of: $0, kind: "bin").first }.first
    if asked == nil, let draft = rustWorker(packages), program == nil || !draft.examples.isEmpty {
      return SuiteTemplate(found: "a Cargo package", name: name, draft: draft)
    }
    guard asked != nil || program != nil else {
      throw nothing("The Cargo package has no program to measure\(Self.libraryAdvice).")
    }
    return SuiteTemplate(
      found: "a Cargo package", name: name,
      build: [SuiteTemplate.array(["cargo", "build", "--release"])],
      benchmarks: asked ?? start("target/release/\(program ?? "")"))
  }

  /// The benchmarks of the framework that a package depends on; `nil` when there are none.
  private func cargoBenchmarks(_ packages: [JSONValue]) -> SuiteTemplate? {
    let criterion = Self.benchmarks(of: packages, using: "criterion")
    if !criterion.isEmpty {
      return SuiteTemplate(
        found: "a Cargo package with Criterion", name: name, build: criterion.map(\.build),
        benchmarks: criterion.flatMap { benchmark in
          [
            "[[adapter]]", "framework = \"criterion\"",
            "command = \(SuiteTemplate.array([benchmark.program]))",
          ]
        })
    }
    let divan = Self.benchmarks(of: packages, using: "divan")
    guard !divan.isEmpty else { return libtestBenchmarks(packages) }
    return SuiteTemplate(
      found: "a Cargo package with divan", name: name, build: divan.map(\.build),
      benchmarks: [
        "# Each is a whole run of a program with all of its benchmarks, which divan repeats as often as",
        "# these options say: choose numbers that take some milliseconds, or name one benchmark.",
      ]
        + divan.flatMap { benchmark in
          SuiteTemplate.command(
            [benchmark.program, "--bench", "--sample-count", "10", "--sample-size", "100"],
            name: benchmark.name)
        })
  }

  /// Functions with `#[bench]`, and programs of the crate bencher; `nil` when there are none.
  private func libtestBenchmarks(_ packages: [JSONValue]) -> SuiteTemplate? {
    let bencher = Self.benchmarks(of: packages, using: "bencher")
    let top = (resolvedPath(folder) ?? folder) + "/"
    let functions = packages.flatMap { package -> [CargoBenchmark] in
      (package["targets"]?.elements ?? []).compactMap { target in
        guard target["kind"]?.elements?.contains(.string("bench")) == true,
          let source = target["src_path"]?.string, source.hasPrefix(top),
          search.holds("#[bench]", in: String(source.dropFirst(top.count)))
        else { return nil }
        return CargoBenchmark(
          package: package["name"]?.string ?? "", name: target["name"]?.string ?? "")
      }
    }
    let benchmarks = functions.isEmpty ? bencher : functions
    guard !benchmarks.isEmpty else { return nil }
    return SuiteTemplate(
      found: "a Cargo package with \(functions.isEmpty ? "bencher" : "#[bench]")", name: name,
      build: benchmarks.map(\.build),
      benchmarks: benchmarks.flatMap { benchmark in
        [
          "[[adapter]]", "framework = \"libtest\"",
          "command = \(SuiteTemplate.array([benchmark.program]))",
        ]
      },
      // `#[bench]` is for nightly compilers; with this variable a stable one takes it.
      environment: functions.isEmpty || Self.isNightly
        ? [] : [(name: "RUSTC_BOOTSTRAP", value: "1")])
  }

  /// Whether the compiler is one for features that are not stable.
  private static var isNightly: Bool {
    guard let rustc = Executable.find("rustc") else { return false }
    let version = ProgramOutput.of(
      program: rustc, arguments: ["--version"], environment: Executable.environment, folder: "/")
    return version.text.contains("nightly") || version.text.contains("-dev")
  }

  /// The names of a Cargo package's targets of a kind.
  private static func targets(of package: JSONValue, kind: String) -> [String] {
    (package["targets"]?.elements ?? [])
      .filter { $0["kind"]?.elements?.contains(.string(kind)) == true }
      .compactMap { $0["name"]?.string }
  }

  /// The benchmarks of the packages that depend on a framework, or on CodSpeed's stand-in for it.
  private static func benchmarks(
    of packages: [JSONValue], using framework: String
  ) -> [CargoBenchmark] {
    packages.flatMap { package in
      let uses = (package["dependencies"]?.elements ?? []).contains { dependency in
        [framework, "codspeed-\(framework)-compat"].contains(dependency["name"]?.string)
      }
      let owner = package["name"]?.string ?? ""
      return (uses ? targets(of: package, kind: "bench") : []).map {
        CargoBenchmark(package: owner, name: $0)
      }
    }
  }
}
