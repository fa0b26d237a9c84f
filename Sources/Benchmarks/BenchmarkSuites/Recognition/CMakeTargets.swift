internal import BenchmarkBuilds
internal import Files
internal import Measuring

/// What a CMake project builds, as it says once it is configured.
struct CMakeTargets {
  /// A program of the project.
  struct Program: Equatable {
    /// The name of its target.
    let name: String
    /// What it is linked with, as the project names it.
    let libraries: [String]
    /// Where its first source lies, from the top of the project; empty where that is not known.
    var source = ""
  }

  /// The targets of libraries.
  let libraries: [String]
  /// The targets of programs.
  let programs: [Program]

  /// Configures the project once more in its checkout, with a file that lists its targets.
  ///
  /// - Parameter tree: a checkout in which the build folder was configured.
  init(configuredIn tree: SuiteTree) {
    let path = PathParts.join(tree.folder, "build/bench-list.cmake")
    guard (try? writeFile(Array(Self.script.utf8), to: path, replacingExisting: true)) != nil,
      let cmake = Executable.find("cmake")
    else {
      self.init(listed: "")
      return
    }
    let listed = ProgramOutput.of(
      program: cmake,
      arguments: ["-S", ".", "-B", "build", "-DCMAKE_PROJECT_INCLUDE=\(path)"],
      environment: Executable.environment, folder: tree.folder)
    self.init(listed: listed.text)
  }

  /// Reads what the file lists.
  init(listed text: String) {
    func lines(_ mark: String) -> [[String]] {
      text.split(separator: "\n").filter { $0.hasPrefix(mark) }.map { line in
        line.dropFirst(mark.utf8.count).split { $0 == " " || $0 == ";" }.map(String.init)
      }
    }
    libraries = lines("-- bench-library ").compactMap(\.first)
    let sources = Dictionary(
      lines("-- bench-source ").filter { $0.count > 1 }.map {
        ($0[0], $0.dropFirst().joined(separator: " "))
      }, uniquingKeysWith: { first, _ in first })
    programs = lines("-- bench-program ").compactMap { words in
      words.first.map {
        Program(name: $0, libraries: Array(words.dropFirst()), source: sources[$0] ?? "")
      }
    }
  }

  /// The libraries that a worker may be about: that which is called like the project comes first.
  func libraries(of project: String) -> [String] {
    let own = libraries.filter { target in
      let name = target.lowercased()
      return CWorker.isPlain(target, allowing: ".+-")
        && !["test", "mock", "benchmark", "example"].contains(where: name.contains)
    }
    return own.filter { CLibrarySearch.isCalled($0, project) }
      + own.filter { !CLibrarySearch.isCalled($0, project) }
  }

  /// The names of programs that are made of examples and tests, wherever the build puts them.
  var programsAside: Set<String> {
    Set(programs.filter { SuiteRecognition.isAside($0.source) }.map(\.name))
  }

  /// Whether a program is a benchmark, by its name or by a framework that it is linked with.
  var haveBenchmarks: Bool {
    programs.contains { program in
      program.name.lowercased().contains("bench")
        || program.libraries.contains { $0.lowercased().contains("benchmark") || $0 == "nanobench" }
    }
  }

  private static let script = """
    function(bench_list folder)
      get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
      foreach(target IN LISTS targets)
        get_target_property(type ${target} TYPE)
        if(type MATCHES "^(STATIC|SHARED|INTERFACE)_LIBRARY$")
          message(STATUS "bench-library ${target}")
        elseif(type STREQUAL EXECUTABLE)
          get_target_property(libraries ${target} LINK_LIBRARIES)
          message(STATUS "bench-program ${target} ${libraries}")
          get_target_property(sources ${target} SOURCES)
          if(sources)
            list(GET sources 0 source)
            get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${folder}")
            file(RELATIVE_PATH source "${CMAKE_SOURCE_DIR}" "${source}")
            message(STATUS "bench-source ${target} ${source}")
          endif()
        endif()
      endforeach()
      get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
      foreach(inner IN LISTS folders)
        bench_list(${inner})
      endforeach()
    endfunction()
    if(PROJECT_SOURCE_DIR STREQUAL CMAKE_SOURCE_DIR)
      cmake_language(DEFER CALL bench_list ${CMAKE_SOURCE_DIR})
    endif()

    """
}
