internal import BenchmarkBuilds
internal import Files
internal import Measuring

/// Benchmarks in C and C++ for which a build has no rule.
extension SuiteRecognition {
  /// Sources that are benchmarks by their names or folders, with a main function, where they compile with what the
  /// build made or with the library's own sources.
  ///
  /// - Parameter tree: the checkout, which was built.
  /// - Returns: what compiles them, as a suite has it, and the tables of their runs; `nil` where there are none, or
  ///   where the build says itself what its programs are.
  func compiledBenchmarks(in tree: SuiteTree) -> (build: [String], benchmarks: [String])? {
    guard ![.cmake, .meson, .dune, .zig].contains(nativeBuild) else { return nil }
    let sources = search.scripts(endings: [".c", ".cc", ".cpp", ".cxx"]).filter {
      search.definesMain($0) && CWorker.isPlain($0, allowing: "./-+")
    }
    guard !sources.isEmpty else { return nil }
    let library = CLibrarySearch(folder: folder)
    let headers = library.headers()
    var places: [String] = []
    for header in headers where !places.contains(header.place) { places.append(header.place) }
    let archives = CLibrarySearch.libraries(builtIn: tree.folder, library: name)
      .filter { $0.hasSuffix(".a") }
    let own =
      archives.isEmpty
      ? CLibrarySearch.main(of: headers, library: [name]).map(library.sources(beside:)) ?? [] : []
    var build: [String] = []
    var benchmarks = [
      "# Whole runs of programs that this file compiles. If one repeats its work for a set time, the length of a run",
      "# says nothing.",
    ]
    for source in sources {
      let program = "bench-\(PathParts(source).stem)"
      let isC = source.hasSuffix(".c")
      let words =
        [isC ? "cc" : "c++", "-O2"] + places.prefix(Self.mostPlaces).map { "-I\($0)" }
        + ["-o", program, source] + own.filter { $0 != source && ($0.hasSuffix(".c") || !isC) }
        + archives + ["-lm", "-pthread"]
      guard let compiler = Executable.find(words[0]),
        FileKind(path: "\(folder)/\(program)") == .absent,
        ProgramOutput.of(
          program: compiler, arguments: Array(words.dropFirst()),
          environment: Executable.environment, folder: tree.folder, mergingErrors: true
        ).isSuccess
      else { continue }
      build.append(SuiteTemplate.array(words))
      benchmarks += SuiteTemplate.command(["./\(program)"], name: PathParts(source).stem)
    }
    return build.isEmpty ? nil : (build, benchmarks)
  }

  /// How many folders with headers a compiler is told of at most.
  private static let mostPlaces = 8
}
