internal import Files
package import Reporting

/// Libraries in C and C++, which a build makes.
extension SuiteRecognition {
  /// What builds the repository: its kind, and the commands.
  enum NativeBuild: String {
    case cmake = "a CMake project"
    case meson = "a Meson project"
    case configure = "a project with a configure script"
    case make = "a Makefile"
    case autoconf = "a project with configure.ac"
    case dune = "a dune project"
    case zig = "a Zig project"
    case sources = "sources without a build"

    /// Words, or one text for the shell.
    var commands: [[String]] {
      switch self {
      case .cmake:
        // Without a number, make would start as many compilers as there are files.
        [
          ["cmake", "-S", ".", "-B", "build", "-DCMAKE_BUILD_TYPE=Release"],
          ["cmake --build build -j $(getconf _NPROCESSORS_ONLN)"],
        ]
      case .meson:
        [
          ["meson", "setup", "build", "--buildtype=release"], ["meson", "compile", "-C", "build"],
        ]
      case .configure: [["./configure"], ["make"]]
      case .make: [["make"]]
      case .autoconf: [["autoreconf", "-fi"], ["./configure"], ["make"]]
      // What is built of a project of OCaml follows from its files.
      case .dune, .sources: []
      case .zig: [["zig", "build", "-Doptimize=ReleaseFast"]]
      }
    }
  }

  /// The build of a project in C or C++; `nil` where there is none.
  var nativeBuild: NativeBuild? {
    if has("CMakeLists.txt") { return .cmake }
    if has("meson.build") { return .meson }
    // Projects of OCaml and Zig often have a Makefile for their chores.
    if has("dune-project") { return .dune }
    if has("build.zig") { return .zig }
    if has("configure") { return .configure }
    if ["GNUmakefile", "makefile", "Makefile"].contains(where: has) { return .make }
    return ["configure.ac", "configure.in"].contains(where: has) ? .autoconf : nil
  }

  /// The commands that only configure a build which says then what it makes; `nil` for other builds.
  ///
  /// - Parameter template: a template without benchmarks.
  /// - Returns: the template with these commands alone.
  package func configuring(_ template: SuiteTemplate) -> SuiteTemplate? {
    guard nativeBuild == .cmake, template.build == Self.cmake(template.configureOptions) else {
      return nil
    }
    var template = template
    template.build = Array(template.build.prefix(1))
    return template
  }

  /// The template with the project's options for tests turned off, which often need what is not there; `nil` where
  /// there are none.
  ///
  /// - Parameter template: a template without benchmarks.
  /// - Returns: the template with other commands.
  package func withoutTests(_ template: SuiteTemplate) -> SuiteTemplate? {
    turning(testOptions(where: { _ in true }), "OFF", of: template)
  }

  /// The template with the project's options for tests turned on, which are off; `nil` where there are none.
  ///
  /// - Parameter template: a template without benchmarks.
  /// - Returns: the template with other commands.
  package func withTests(_ template: SuiteTemplate) -> SuiteTemplate? {
    ignoresBenchmarks
      ? nil : turning(testOptions(where: { $0.contains("OFF") }), "ON", of: template)
  }

  private func turning(
    _ options: [String], _ value: String, of template: SuiteTemplate
  ) -> SuiteTemplate? {
    guard nativeBuild == .cmake, template.configureOptions.isEmpty, !options.isEmpty else {
      return nil
    }
    var template = template
    template.configureOptions = options.map { "-D\($0)=\(value)" }
    template.build = Self.cmake(template.configureOptions)
    return template
  }

  /// The names of options about tests, by the lines that set them.
  private func testOptions(where isWanted: (_ line: Substring) -> Bool) -> [String] {
    var names: [String] = []
    for line in search.lines(of: "CMakeLists.txt") {
      let line = line[...].trimmed
      guard let open = line.firstIndex(of: "(") else { continue }
      let command = line[..<open].trimmed.lowercased()
      let words = line[line.index(after: open)...].split(separator: " ")
      let isOption =
        command.hasSuffix("option")
        || command == "set" && words.contains("CACHE") && words.contains("BOOL")
      guard isOption, let name = words.first.map(String.init), name.uppercased().contains("TEST"),
        CWorker.isPlain(name), isWanted(line), !names.contains(name)
      else { continue }
      names.append(name)
    }
    return names
  }

  /// The commands of CMake with further options.
  private static func cmake(_ options: [String]) -> [String] {
    var commands = NativeBuild.cmake.commands
    commands[0] += options
    return commands.map(SuiteTemplate.step)
  }

  /// A worker for a library that its README shows, where the project has no benchmarks: then nothing else,
  /// such as its tests, need be built.
  ///
  /// - Parameters:
  ///   - template: a template without benchmarks.
  ///   - tree: the checkout that was configured.
  /// - Returns: `nil` where only a whole build shows what there is to measure.
  package func completed(
    _ template: SuiteTemplate, configuredIn tree: SuiteTree
  ) -> SuiteTemplate? {
    let targets = CMakeTargets(configuredIn: tree)
    guard
      ignoresBenchmarks || !targets.haveBenchmarks && !MakeTargets(of: tree.folder).haveBenchmarks,
      let draft = cWorker(in: tree, targets, template.configureOptions), !draft.examples.isEmpty
    else { return nil }
    return SuiteTemplate(
      found: template.found, name: name, draft: draft, environment: template.environment)
  }

  /// A template with what its build made: benchmarks, a worker for a library, or the start of a program.
  ///
  /// - Parameters:
  ///   - template: a template without benchmarks.
  ///   - tree: the checkout that it built.
  /// - Returns: the template with benchmarks.
  /// - Throws: ``HarnessFailure`` when the build made nothing to measure.
  package func completed(
    _ template: SuiteTemplate, builtIn tree: SuiteTree
  ) throws(HarnessFailure) -> SuiteTemplate {
    var template = template
    let programs = Self.programs(in: tree.folder, below: "", depth: 4).sorted()
    if !ignoresBenchmarks, let benchmarks = benchmarks(among: programs, in: tree) {
      template.benchmarks = benchmarks
      return template
    }
    let runs =
      ignoresBenchmarks
      ? []
      : MakeTargets(of: tree.folder).runs(
        ofTargets: BenchmarkSearch.isNamedAsBenchmark, programs: programs)
    if let target = runs.first?.target {
      template.build += Self.making(runs)
      template.benchmarks =
        [
          "# What `make \(target)` runs or makes, each a whole run of its program. If that repeats its work for a set",
          "# time, the length of a run says nothing: choose work of a fixed size.",
        ] + runs.flatMap { SuiteTemplate.command($0.words) }
      return template
    }
    if !ignoresBenchmarks, let benchmark = optionalBenchmark(among: programs, in: tree) {
      template.benchmarks = benchmark
      return template
    }
    if let compiled = compiledBenchmarks(in: tree) {
      template.build += compiled.build
      template.benchmarks = compiled.benchmarks
      return template
    }
    let targets = nativeBuild == .cmake ? CMakeTargets(configuredIn: tree) : nil
    let aside = targets?.programsAside ?? []
    let own = programs.filter {
      !PathParts($0).name.contains("test") && !aside.contains(PathParts($0).name)
    }
    let draft = cWorker(in: tree, targets, template.configureOptions)
    if draft?.examples.isEmpty != false, let tests = tests(among: programs, in: tree) {
      template.found += ", with tests" + leavingOutTimed([], programs: programs)
      template.build += tests.build
      template.benchmarks = tests.benchmarks
      template.isOfTests = true
    } else if let draft, !draft.examples.isEmpty || own.isEmpty {
      return SuiteTemplate(
        found: template.found
          + leavingOutTimed(
            [".c", ".cc", ".cpp", ".cxx"], programs: nativeBuild == .cmake ? programs : []),
        name: name,
        draft: draft, environment: template.environment)
    } else if let program = mainProgram(among: own.isEmpty ? programs : own) {
      template.found += leavingOutTimed([], programs: programs)
      template.benchmarks = start("./" + program)
    } else {
      throw nothing("The build made no program to measure\(Self.libraryAdvice).")
    }
    return template
  }

  /// The worker of a library that a build has made, or that is headers alone; `nil` without headers.
  private func cWorker(
    in tree: SuiteTree, _ targets: CMakeTargets? = nil, _ options: [String] = []
  ) -> WorkerDraft? {
    guard let place = workerFolder else { return nil }
    let build = nativeBuild ?? .sources
    let search = CLibrarySearch(folder: folder)
    let headers = search.headers()
    let targets = build == .cmake ? targets ?? CMakeTargets(configuredIn: tree) : nil
    let target = targets?.libraries(of: name).first
    guard
      let main = CLibrarySearch.main(of: headers, library: [name] + (target.map { [$0] } ?? []))
    else { return nil }
    let examples =
      ReadmeExample.all(in: folder) + ReadmeExample.all(inExampleFilesOf: folder)
    let names = Set(headers.map(\.name))
    let included = examples.flatMap { $0.lines.compactMap(CWorker.included) }
    // Examples' headers need their folders, whichever of them is used.
    let used = [main] + headers.filter { included.contains($0.name) }
    var places: [String] = []
    for header in used where !places.contains(header.place) { places.append(header.place) }
    let first = examples.first { example in
      example.lines.contains { CWorker.included($0).map(names.contains) == true }
    }
    let isCPlusPlus =
      search.isCPlusPlus || PathParts(main.name).fileExtension != "h"
      || search.isCPlusPlus(main)
      || first.map(CWorker.isCPlusPlus) == true
    let functions = search.functions(in: main)
    func worker(
      _ library: String, _ build: [[String]], _ program: String, _ files: [WorkerFile] = []
    ) -> WorkerDraft {
      WorkerDraft(
        CWorker(
          library: library, header: main.name, headers: names, functions: functions,
          isCPlusPlus: isCPlusPlus,
          folder: place, build: build, program: program, buildFiles: files), examples: examples)
    }
    let source = "\(place)/worker.\(isCPlusPlus ? "cpp" : "c")"
    if build == .cmake {
      guard let target else { return nil }
      return worker(
        "the target \(target)",
        [
          // The shell makes the path absolute: projects in folders of the project read the file too.
          [
            "\((build.commands[0] + options).joined(separator: " ")) "
              + "-DCMAKE_PROJECT_INCLUDE=\"$PWD/\(place)/worker.cmake\""
          ],
          ["\(build.commands[1].joined(separator: " ")) --target bench-worker"],
        ], "build/bench-worker",
        [
          WorkerFile(
            path: "\(place)/worker.cmake",
            text: Self.cmakeFile(source, places, target, isCPlusPlus: isCPlusPlus))
        ])
    }
    let libraries = CLibrarySearch.libraries(builtIn: tree.folder, library: name)
    // Without a library, the sources that are called like the headers.
    let sources =
      !libraries.isEmpty
      ? [] : build == .sources ? search.sources(beside: main) : search.sources(of: used)
    // Shared libraries are found from the program's own folder.
    let shared = Set(libraries.filter { $0.hasSuffix(".so") }.map { PathParts($0).folder })
    let program = "\(place)/worker"
    return worker(
      libraries.first.map { "the library \($0)" } ?? "the header \(main.name)",
      build.commands + [
        [isCPlusPlus ? "c++" : "cc", "-O2"] + places.map { "-I\($0)" } + ["-o", program, source]
          + libraries + sources + shared.sorted().map { "-Wl,-rpath,$ORIGIN/../\($0)" } + [
            "-lm", "-pthread",
          ]
      ], program)
  }

  /// What adds the worker to a CMake project.
  private static func cmakeFile(
    _ source: String, _ places: [String], _ target: String, isCPlusPlus: Bool
  ) -> String {
    let folders = places.map {
      $0 == "." ? "${CMAKE_SOURCE_DIR}" : "${CMAKE_SOURCE_DIR}/\($0)"
    }
    // The option stands before what CMAKE_C_STANDARD of the project adds, which would count.
    let standard = isCPlusPlus ? "" : " C_STANDARD 11 C_EXTENSIONS ON"
    return """
      # Adds bench's worker to the project, whose own files stay as they are: bench.toml hands this file to
      # cmake, which reads it at project() and makes the worker after the project's last line (CMake 3.19).
      function(add_bench_worker)
        if(TARGET bench-worker)
          return()
        endif()
        add_executable(bench-worker ${CMAKE_SOURCE_DIR}/\(source))
        target_include_directories(bench-worker PRIVATE \(folders.joined(separator: " ")))
        target_link_libraries(bench-worker PRIVATE \(target))
        # The project's rules are for its own code.
        target_compile_options(bench-worker PRIVATE -Wno-error\(isCPlusPlus ? "" : " -std=gnu11"))
        set_target_properties(bench-worker PROPERTIES
          RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}\(standard))
      endfunction()
      if(PROJECT_SOURCE_DIR STREQUAL CMAKE_SOURCE_DIR)
        cmake_language(DEFER CALL add_bench_worker)
      endif()

      """
  }
}
