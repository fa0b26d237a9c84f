internal import Files
internal import OrderedJSON

/// Packages of PHP: their scripts, and a worker for those that have none.
extension SuiteRecognition {
  /// A package of PHP with its benchmarks or a worker; `nil` for another one, or without classes.
  func phpPackage() -> SuiteTemplate? {
    guard has("composer.json"),
      let bytes = try? readFile(at: PathParts.join(folder, "composer.json"), limit: 1 << 20),
      let manifest = try? JSONValue(parsing: bytes)
    else { return nil }
    let needs = (manifest["require"]?.fields ?? []).map(\.name).filter { $0.contains("/") }
    let build =
      needs.isEmpty ? [] : [["composer", "install", "--no-dev", "--no-interaction", "--quiet"]]
    let candidates = search.scripts(endings: [".php"])
    // Those of PHPBench are classes, which its own program runs.
    let classes = candidates.filter { search.holds("PhpBench", in: $0) }
    if !classes.isEmpty { return phpBench(classes) }
    let scripts = candidates.filter { !search.declaresAlone($0) }
    guard scripts.isEmpty else {
      return SuiteTemplate(
        found: "a package of PHP with benchmarks", name: name,
        build: build.map(SuiteTemplate.array),
        benchmarks: scripts.flatMap { script in
          ["# A whole run of the script: some milliseconds of it are the interpreter's start."]
            + SuiteTemplate.command(["php", script], name: script)
        })
    }
    guard let draft = phpWorker(manifest, build: build) else { return nil }
    return SuiteTemplate(
      found: "a package of PHP\(leavingOutTimed([".php"]))", name: name, draft: draft)
  }

  /// Runs classes of PHPBench by its own program, with a set number of calls.
  private func phpBench(_ classes: [String]) -> SuiteTemplate {
    SuiteTemplate(
      found: "a package of PHP with PHPBench", name: name,
      build: [SuiteTemplate.array(["composer", "install", "--no-interaction", "--quiet"])],
      benchmarks: [
        "# Whole runs of PHPBench, 1,000 calls of each function in a file; its start is a part of them."
      ]
        + classes.flatMap { file in
          SuiteTemplate.command(
            [
              "php", "vendor/bin/phpbench", "run", file, "--iterations=1", "--revs=1000",
              "--warmup=0", "--progress=none",
            ], name: file)
        })
  }

  private func phpWorker(_ manifest: JSONValue, build: [[String]]) -> WorkerDraft? {
    let rules = manifest["autoload"]
    var prefixes: [String] = []
    var classes: [String: String] = [:]
    func add(_ path: String, _ name: String) {
      guard path.hasSuffix(".php"), PHPWorker.isPlain(PathParts(path).stem) else { return }
      classes[PathParts(path).stem] = name
    }
    for field in rules?["psr-4"]?.fields ?? [] {
      prefixes.append(field.name)
      let places =
        field.value.string.map { [$0] } ?? field.value.elements?.compactMap(\.string) ?? []
      for place in places {
        for entry in FolderWalk(PathParts.join(folder, place)) {
          add(
            entry.path,
            field.name + entry.path.dropLast(".php".utf8.count).replacing("/", with: "\\"))
        }
      }
    }
    prefixes += rules?["psr-0"]?.fields?.map(\.name) ?? []
    let others =
      ["classmap", "files"].flatMap { rules?[$0]?.elements?.compactMap(\.string) ?? [] }
      + (rules?["psr-0"]?.fields ?? []).compactMap(\.value.string)
    for other in others {
      let path = PathParts.join(folder, other)
      let files = FileKind(path: path) == .regular ? [other] : FolderWalk(path).map(\.path)
      for file in files { add(file, PathParts(file).stem) }
    }
    guard !prefixes.isEmpty || !classes.isEmpty, let place = workerFolder else { return nil }
    return draft(
      PHPWorker(
        package: manifest["name"]?.string ?? name, prefixes: prefixes, classes: classes,
        folder: place, build: build))
  }
}

extension BenchmarkSearch {
  /// Whether a script of PHP declares a class or interface and does nothing else, as its lines at the left say.
  func declaresAlone(_ script: String) -> Bool {
    let words = [
      "<?php", "namespace ", "use ", "declare(", "class ", "final ", "abstract ", "interface ",
      "trait ", "enum ", "function ", "{", "}", "//", "#", "/*", " *", "*/", "?>", "readonly ",
    ]
    let lines = lines(of: script).filter { $0.first?.isWhitespace == false }
    return lines.contains { line in
      ["class ", "final ", "abstract ", "interface ", "trait ", "enum "].contains(
        where: line.hasPrefix)
    } && lines.allSatisfy { line in words.contains(where: line.hasPrefix) }
  }
}
