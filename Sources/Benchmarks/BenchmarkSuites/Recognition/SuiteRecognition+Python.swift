internal import Files
internal import Reporting

/// Python packages: their tests, scripts and modules.
extension SuiteRecognition {
  /// The folder that Python's packages are imported from.
  var pythonRoot: String {
    FileKind(path: PathParts.join(folder, "src")) == .folder ? "src" : "."
  }

  /// The names of the packages that Python finds there.
  ///
  /// The one that is called like the project comes first; a single file counts under that name alone.
  var pythonPackages: [String] {
    let project = ["\"", "'"].lazy.flatMap { quote in
      ["pyproject.toml", "setup.py"].lazy.compactMap { file in
        search.text(
          between: "name\(file == "setup.py" ? "=" : " = ")\(quote)", and: quote, in: file
        ) { _ in
          true
        }
      }
    }.first
    let module = (project ?? name).replacing("-", with: "_")
    let packages = (names(inFolder: PathParts.join(folder, pythonRoot)) ?? []).sorted().filter {
      FileKind(path: "\(folder)/\(pythonRoot)/\($0)/__init__.py") == .regular
        && !["test", "tests", "docs"].contains($0)
    }
    let file = FileKind(path: "\(folder)/\(pythonRoot)/\(module).py") == .regular ? [module] : []
    return packages.filter { $0.lowercased() == module.lowercased() } + file
      + packages.filter { $0.lowercased() != module.lowercased() }
  }

  /// The commands that build a package's extensions where Python finds them; empty for one without.
  ///
  /// Without them a checkout fails to import its package, or measures what stands in for them.
  var pythonBuild: [[String]] {
    let start: [String]
    if ["Extension(", "ext_modules", "cffi_modules", "rust_extensions"].contains(where: {
      search.holds($0, in: "setup.py")
    }) {
      start = ["python3", "setup.py"]
    } else if search.holds("ext-modules", in: "pyproject.toml") {
      // What has no setup.py says the same to setuptools in its manifest.
      start =
        has("setup.py")
        ? ["python3", "setup.py"] : ["python3", "-c", "import setuptools; setuptools.setup()"]
    } else {
      return []
    }
    return [start + ["build_ext", "--inplace"]]
  }

  var pythonEnvironment: [(name: String, value: String)] {
    [(name: "PYTHONPATH", value: pythonRoot)]
  }

  func python(_ asked: [String]?) throws(HarnessFailure) -> SuiteTemplate {
    let package = pythonPackages.first
    let build = pythonBuild.map(SuiteTemplate.array)
    if asked == nil, let scripts = pythonScripts() {
      return SuiteTemplate(
        found: "a Python package with benchmarks", name: name, build: build, benchmarks: scripts,
        environment: pythonEnvironment)
    }
    guard asked != nil || package != nil else {
      throw nothing("There is no Python package to import in '\(pythonRoot)'.")
    }
    if asked == nil, let draft = package.flatMap(pythonWorker) {
      return SuiteTemplate(
        found: "a Python package\(leavingOutTimed([".py"]))", name: name, draft: draft,
        environment: pythonEnvironment)
    }
    return SuiteTemplate(
      found: "a Python package", name: name, build: build,
      benchmarks: asked
        ?? SuiteTemplate.command(
          ["python3", "-c", "import \(package ?? "")"], name: "placeholder: import \(package ?? "")"
        ),
      environment: pythonEnvironment)
  }

  var pytestSuite: SuiteTemplate {
    SuiteTemplate(
      found: "a Python package with pytest-benchmark", name: name,
      build: pythonBuild.map(SuiteTemplate.array),
      benchmarks: [
        "[adapter]", "framework = \"pytest-benchmark\"",
        "command = \(SuiteTemplate.array(["python3", "-m", "pytest"]))",
      ], environment: pythonEnvironment)
  }

  /// Whether a test at the top, or in the usual folders, asks for the fixture of pytest-benchmark.
  var usesPytestBenchmark: Bool {
    let top = names(inFolder: folder) ?? []
    return Self.asksForBenchmark(top, of: folder)
      || ["tests", "test", "benchmarks", "bench"].contains { place in
        asksForBenchmark(in: PathParts.join(folder, place), depth: 2)
      }
  }

  private func asksForBenchmark(in place: String, depth: Int) -> Bool {
    let entries = names(inFolder: place) ?? []
    return Self.asksForBenchmark(entries, of: place)
      || depth > 0
        && entries.contains { entry in
          let inner = PathParts.join(place, entry)
          return FileKind(path: inner) == .folder && asksForBenchmark(in: inner, depth: depth - 1)
        }
  }

  private static func asksForBenchmark(_ files: [String], of place: String) -> Bool {
    files.contains { file in
      guard file.hasPrefix("test_") || file.hasPrefix("bench") || file.hasSuffix("_test.py"),
        file.hasSuffix(".py"),
        let bytes = try? readFile(at: PathParts.join(place, file), limit: 1 << 20)
      else { return false }
      // The fixture is an argument of a test, the first or a later one.
      return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).contains {
        line in
        let line = line.drop { $0 == " " || $0 == "\t" }
        return (line.hasPrefix("def ") || line.hasPrefix("async def "))
          && (line.contains("(benchmark") || line.contains(", benchmark"))
      }
    }
  }
}
