internal import Files
internal import OrderedJSON

/// Tests of a project in C, for one that neither has benchmarks nor shows a call.
extension SuiteRecognition {
  /// How many tests become benchmarks: each more makes comparisons longer.
  private static let mostTests = 8
  /// How deep folders of a build are followed: a file may name its own folder.
  private static let deepestFolder = 16

  /// Whole runs of the tests that a build knows; `nil` where it knows none.
  ///
  /// - Parameters:
  ///   - programs: what the build made, as paths below the checkout.
  ///   - tree: the checkout.
  /// - Returns: the template's benchmarks, and the commands that make their programs.
  func tests(
    among programs: [String], in tree: SuiteTree
  ) -> (build: [String], benchmarks: [String])? {
    if ignoresBenchmarks { return nil }
    let runs: [MakeTargets.Run] =
      switch nativeBuild {
      case .cmake: Self.cmakeTests(in: tree.folder, below: "build", depth: Self.deepestFolder)
      case .meson: Self.mesonTests(in: tree.folder)
      case .configure, .make, .autoconf:
        MakeTargets(of: tree.folder).runs(
          ofTargets: ["test", "tests", "check"].contains, programs: programs)
      default: []
      }
    let tests = runs.filter { run in
      run.program != nil
        || run.words.first.map { programs.contains(String($0.dropFirst(2))) } == true
    }
    guard !tests.isEmpty else { return nil }
    return (
      Self.making(tests),
      [
        "# No benchmark was found, and no example shows a call: whole runs of the project's tests. Work that matters",
        "# is finer, in a program of its own or in a worker (Examples/Workers/C).",
      ]
        + tests.prefix(Self.mostTests).flatMap { test in
          SuiteTemplate.command(test.words, name: "test: \(test.target)")
        }
    )
  }

  /// The commands of make that make the programs of some runs.
  static func making(_ runs: [MakeTargets.Run]) -> [String] {
    var commands: [String] = []
    for case let program? in runs.map(\.program) {
      let command = SuiteTemplate.array(["make", program])
      if !commands.contains(command) { commands.append(command) }
    }
    return commands
  }

  /// What CTest would run in a folder of a build and the folders that it names.
  private static func cmakeTests(
    in top: String, below folder: String, depth: Int
  ) -> [MakeTargets.Run] {
    guard depth > 0 else { return [] }
    let search = BenchmarkSearch(folder: top)
    return search.lines(of: "\(folder)/CTestTestfile.cmake").flatMap { line -> [MakeTargets.Run] in
      //     add_test(sum "/tree/build/sum" "-n" "3")     since CMake 3.18 with [=[sum]=]
      //     subdirs("tests")
      let quoted = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
      if line.hasPrefix("subdirs("), let inner = quoted.first {
        return cmakeTests(in: top, below: "\(folder)/\(inner)", depth: depth - 1)
      }
      guard line.hasPrefix("add_test("), let words = local(quoted, in: top),
        let end = line.firstRange(of: " \"")
      else { return [] }
      let name = line[..<end.lowerBound].dropFirst("add_test(".count)
      return [
        MakeTargets.Run(
          target: String(name).replacing("[=[", with: "").replacing("]=]", with: ""), words: words,
          program: nil)
      ]
    }
  }

  /// What Meson would run.
  private static func mesonTests(in top: String) -> [MakeTargets.Run] {
    let path = PathParts.join(top, "build/meson-info/intro-tests.json")
    guard let bytes = try? readFile(at: path, limit: 1 << 20),
      let tests = try? JSONValue(parsing: bytes)
    else { return [] }
    return (tests.elements ?? []).compactMap { test in
      let words = (test["cmd"]?.elements ?? []).compactMap(\.string)
      guard let name = test["name"]?.string, let words = local(words, in: top) else { return nil }
      return MakeTargets.Run(target: name, words: words, program: nil)
    }
  }

  /// The words of a command in a checkout, by paths that are the same in others; `nil` for programs elsewhere.
  private static func local(_ words: [String], in top: String) -> [String]? {
    guard words.first?.hasPrefix("\(top)/") == true else { return nil }
    return words.map { $0.hasPrefix("\(top)/") ? "./" + $0.dropFirst(top.count + 1) : $0 }
  }
}
