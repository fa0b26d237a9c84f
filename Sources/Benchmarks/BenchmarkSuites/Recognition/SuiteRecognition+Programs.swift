internal import BenchmarkBuilds
internal import Files
internal import ProgramLayouts

/// Programs that a build made.
extension SuiteRecognition {
  /// The benchmarks among the programs that a build made; `nil` when there are none.
  ///
  /// - Parameters:
  ///   - programs: paths below the checkout.
  ///   - tree: the checkout.
  /// - Returns: an adapter for a program of Google Benchmark, or whole runs of programs that are
  ///   benchmarks by their names.
  func benchmarks(among programs: [String], in tree: SuiteTree) -> [String]? {
    for program in programs where Self.isGoogleBenchmark(PathParts.join(tree.folder, program)) {
      return [
        "[adapter]", "framework = \"google-benchmark\"",
        "command = \(SuiteTemplate.array(["./" + program]))",
      ]
    }
    let named = BenchmarkSearch.benchmarks(among: programs).filter {
      !search.programRepeatsByClock($0)
    }
    guard !named.isEmpty else { return nil }
    return named.flatMap { program in
      (Self.isTimed(PathParts.join(tree.folder, program))
        ? [
          "# Catch2 and nanobench repeat work for a set time, so that the length of a run says nothing:",
          "# measure the work by a worker (Examples/Workers/C).",
        ] : ["# A whole run of the program."])
        + SuiteTemplate.command(["./" + program], name: PathParts(program).name)
    }
  }

  /// A program that runs benchmarks where an option asks for them, as tests of some projects do; `nil` when
  /// there is none.
  func optionalBenchmark(among programs: [String], in tree: SuiteTree) -> [String]? {
    for program in programs {
      for option in ["--bench", "--benchmark"]
      where Self.holds("\0\(option)\0", inProgram: PathParts.join(tree.folder, program)) {
        return [
          "# A whole run of the program with its option for benchmarks. If that repeats its work for a set time,",
          "# the length of a run says nothing.",
        ] + SuiteTemplate.command(["./" + program, option])
      }
    }
    return nil
  }

  /// The program that a project is most likely about: called like it, or as its name begins; else the
  /// first outside of folders for examples and tests, and the least deep.
  func mainProgram(among programs: [String]) -> String? {
    func rank(_ path: String) -> (Int, Int, String) {
      let parts = path.split(separator: "/")
      let program = (parts.last ?? "").lowercased()
      let isNamedAlike =
        program == name.lowercased() || program.count > 1 && name.lowercased().hasPrefix(program)
      return (Self.isAside(path) ? 2 : isNamedAlike ? 0 : 1, parts.count, path)
    }
    return programs.min { rank($0) < rank($1) }
  }

  /// Whether a file lies in a folder for examples and tests.
  static func isAside(_ path: String) -> Bool {
    let aside: Set<Substring> = [
      "example", "examples", "demo", "demos", "test", "tests", "fuzz", "fuzzing", "contrib",
    ]
    return path.split(separator: "/").dropLast().contains(where: aside.contains)
  }

  /// Compiled programs in a folder, as paths relative to its top.
  static func programs(in top: String, below path: String, depth: Int) -> [String] {
    let folder = path.isEmpty ? top : PathParts.join(top, path)
    var programs: [String] = []
    // In these CMake and Meson try the compiler.
    for name in names(inFolder: folder) ?? [] where !["CMakeFiles", "meson-private"].contains(name)
    {
      let relative = path.isEmpty ? name : "\(path)/\(name)"
      let file = PathParts.join(top, relative)
      switch FileKind(path: file) {
      case .folder where depth > 0:
        programs += Self.programs(in: top, below: relative, depth: depth - 1)
      case .regular where !name.contains(".so") && !name.hasSuffix(".o"):
        if Executable.exists(at: file), SuiteLayouts.isCompiled(file) { programs.append(relative) }
      default: break
      }
    }
    return programs
  }

  /// Whether a program uses Google Benchmark: it names a function of its namespace, linked in or not.
  private static func isGoogleBenchmark(_ path: String) -> Bool {
    holds("_ZN9benchmark8internal", inProgram: path)
  }

  /// Whether a program uses a framework that decides itself how often it repeats its work.
  private static func isTimed(_ path: String) -> Bool {
    holds("N6ankerl9nanobench", inProgram: path) || holds("benchmark-samples", inProgram: path)
  }

  private static func holds(_ text: String, inProgram path: String) -> Bool {
    guard let bytes = try? readFile(at: path, limit: 256 << 20) else { return false }
    return TextSearch.contains(Array(text.utf8), in: bytes[...])
  }
}
