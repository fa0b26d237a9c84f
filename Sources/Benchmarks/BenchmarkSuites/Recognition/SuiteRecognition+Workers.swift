internal import Files
internal import OrderedJSON

/// Workers for libraries that have no benchmarks.
extension SuiteRecognition {
  /// The folder for a worker's files, which is not there yet; `nil` where all of them are.
  var workerFolder: String? {
    ["bench", "bench-worker", "benchmark-worker"].first {
      FileKind(path: PathParts.join(folder, $0)) == .absent
    }
  }

  /// A draft with the examples of the README, then those of the sources' own documentation, then programs in
  /// folders for examples.
  func draft(
    _ worker: (any LibraryWorker)?, documented: [ReadmeExample] = []
  ) -> WorkerDraft? {
    worker.map {
      WorkerDraft(
        $0,
        examples: ReadmeExample.all(in: folder) + documented
          + ReadmeExample.all(inExampleFilesOf: folder))
    }
  }

  /// The worker of a package of Python.
  func pythonWorker(of module: String) -> WorkerDraft? {
    draft(
      workerFolder.flatMap { PythonWorker(module: module, folder: $0, build: pythonBuild) },
      documented: doctests(of: module))
  }

  /// The examples in the documentation of a Python package's sources, those of files with few folders first.
  private func doctests(of module: String) -> [ReadmeExample] {
    let root = pythonRoot == "." ? "" : "\(pythonRoot)/"
    let place = PathParts.join(folder, root + module)
    guard FileKind(path: place) == .folder else {
      return ReadmeExample.all(
        inDoctestsOf: "\(root)\(module).py", module: module, in: folder)
    }
    let files = FolderWalk(place).map(\.path).filter { path in
      path.hasSuffix(".py") && !path.split(separator: "/").contains { $0.hasPrefix("test") }
    }.sorted { ($0.count { $0 == "/" }, $0) < ($1.count { $0 == "/" }, $1) }
    return files.flatMap { file -> [ReadmeExample] in
      let parts = file.dropLast(".py".utf8.count).split(separator: "/").filter { $0 != "__init__" }
      let name = ([module] + parts.map(String.init)).joined(separator: ".")
      guard name.split(separator: ".").allSatisfy({ PythonWorker.isPlain(String($0)) }) else {
        return []
      }
      return ReadmeExample.all(
        inDoctestsOf: "\(root)\(module)/\(file)", module: name, in: folder)
    }
  }

  /// The worker of a package of Node.
  ///
  /// - Parameters:
  ///   - manifest: its package.json.
  ///   - main: the file that it is imported by.
  ///   - build: commands that install and build it.
  /// - Returns: `nil` for names that would need quotes.
  func nodeWorker(_ manifest: JSONValue, main: String, build: [[String]]) -> WorkerDraft? {
    let isNamed = manifest["exports"] != nil && manifest["name"]?.string != nil
    return draft(
      workerFolder.flatMap {
        NodeWorker(
          package: manifest["name"]?.string ?? name, main: isNamed ? nil : main, folder: $0,
          build: build)
      })
  }

  /// The worker of the first library among the packages of a Cargo workspace.
  func rustWorker(_ packages: [JSONValue]) -> WorkerDraft? {
    let libraries = packages.compactMap { package -> RustWorker? in
      let library = (package["targets"]?.elements ?? []).first { target in
        (target["kind"]?.elements ?? []).contains { $0 == .string("lib") || $0 == .string("rlib") }
      }
      guard let crate = library?["name"]?.string, let place = workerFolder else { return nil }
      // The manifest's path is absolute, and free of links.
      let top = resolvedPath(folder) ?? folder
      let home = PathParts(package["manifest_path"]?.string ?? "").folder
      guard home == top || home.hasPrefix("\(top)/") else { return nil }
      return RustWorker(
        package: package["name"]?.string ?? "", crate: crate.replacing("-", with: "_"),
        edition: package["edition"]?.string ?? "2021", folder: place,
        source: ".." + home.dropFirst(top.count))
    }
    let drafts = libraries.compactMap { worker in
      let place = worker.place.dropFirst("../".count) + (worker.place == ".." ? "src" : "/src")
      let files = FolderWalk(PathParts.join(folder, String(place))).map(\.path).sorted {
        // The library's own documentation comes first.
        ($0 == "lib.rs" ? "" : $0) < ($1 == "lib.rs" ? "" : $1)
      }
      return draft(
        worker,
        documented: files.filter { $0.hasSuffix(".rs") }.flatMap {
          ReadmeExample.all(inCommentsOf: "\(place)/\($0)", in: folder)
        })
    }
    return drafts.first { !$0.examples.isEmpty } ?? drafts.first
  }

  /// The worker of the first library product of a Swift package's manifest.
  func swiftWorker(_ manifest: JSONValue) -> WorkerDraft? {
    let macOS = (manifest["platforms"]?.elements ?? []).first {
      $0["platformName"]?.string == "macos"
    }?["version"]?.string
    let drafts = (manifest["products"]?.elements ?? []).compactMap { product -> WorkerDraft? in
      guard product["type"]?["library"] != nil, let place = workerFolder else { return nil }
      let modules = (product["targets"]?.elements ?? []).compactMap(\.string)
      return draft(
        SwiftWorker(
          package: manifest["name"]?.string ?? name, product: product["name"]?.string ?? "",
          modules: modules, names: swiftNames(of: modules, manifest), macOS: macOS,
          folder: place))
    }
    return drafts.first { !$0.examples.isEmpty } ?? drafts.first
  }

  /// The public names of targets.
  private func swiftNames(of targets: [String], _ manifest: JSONValue) -> Set<String> {
    var names: Set<String> = []
    for target in manifest["targets"]?.elements ?? [] {
      guard let name = target["name"]?.string, targets.contains(name) else { continue }
      let sources = PathParts.join(folder, target["path"]?.string ?? "Sources/\(name)")
      for entry in FolderWalk(sources) where entry.path.hasSuffix(".swift") {
        guard let bytes = try? readFile(at: PathParts.join(sources, entry.path), limit: 1 << 20)
        else { continue }
        names.formUnion(SwiftWorker.publicNames(in: String(decoding: bytes, as: UTF8.self)))
      }
    }
    return names
  }

  /// The worker of the first package of a Go module that others can import.
  func goWorker() -> WorkerDraft? {
    guard let place = workerFolder,
      let module = search.text(after: "module ", in: "go.mod"),
      let package = goPackage("", depth: 2)
    else { return nil }
    let tests = (names(inFolder: PathParts.join(folder, package.place)) ?? []).sorted().filter {
      $0.hasSuffix("_test.go")
    }
    return draft(
      GoWorker(
        package: package.place.isEmpty ? module : "\(module)/\(package.place)",
        name: package.name, module: module, folder: place),
      documented: tests.flatMap { test in
        ReadmeExample.all(
          inGoTest: package.place.isEmpty ? test : "\(package.place)/\(test)", in: folder)
      })
  }

  /// The nearest folder with a package that is no program, and what it calls itself.
  private func goPackage(_ place: String, depth: Int) -> (place: String, name: String)? {
    func path(_ name: String) -> String { place.isEmpty ? name : "\(place)/\(name)" }
    let entries = (names(inFolder: place.isEmpty ? folder : PathParts.join(folder, place)) ?? [])
      .sorted()
    for file in entries where file.hasSuffix(".go") && !file.hasSuffix("_test.go") {
      guard let name = search.text(after: "package ", in: path(file)), name != "main" else {
        continue
      }
      return (place, name)
    }
    guard depth > 0 else { return nil }
    let others = ["internal", "cmd", "vendor", "testdata", "example", "examples", "test", "tests"]
    return entries.lazy.filter {
      !others.contains($0) && FileKind(path: PathParts.join(self.folder, path($0))) == .folder
    }
    .compactMap { goPackage(path($0), depth: depth - 1) }.first
  }
}

extension SuiteTemplate {
  /// A suite that measures a library by a worker.
  ///
  /// - Parameters:
  ///   - found: what was found, in words.
  ///   - name: the name of the suite.
  ///   - draft: the worker.
  ///   - environment: variables with their values.
  init(
    found: String, name: String, draft: WorkerDraft,
    environment: [(name: String, value: String)] = []
  ) {
    self.init(
      found: found, name: name,
      build: draft.worker.build.map(Self.step),
      benchmarks: [
        "# \(draft.worker.path) says what is measured.", "[worker]",
        "command = \(Self.array(draft.worker.command))",
      ], environment: environment)
    worker = draft
  }
}
