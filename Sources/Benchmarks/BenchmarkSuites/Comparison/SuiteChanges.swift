internal import BenchmarkBuilds
internal import Files
internal import Measuring

/// In which files two checkouts differ that their builds did not read, so that a benchmark may.
final class SuiteChanges {
  private let base: SuiteTree
  private let candidate: SuiteTree
  private var found: Found??

  /// What differs between the checkouts.
  private struct Found {
    let changed: [String]
    let unread: [String]
  }

  /// Compares nothing yet.
  init(base: SuiteTree, candidate: SuiteTree) {
    self.base = base
    self.candidate = candidate
  }

  /// Paths below the tops of the checkouts; `nil` when it is not known what the builds read, or how
  /// the checkouts differ.
  ///
  /// Of a suite file only what is built and run matters, and both sides are built and run by one.
  var unread: [String]? { known?.unread }

  /// A file in which the checkouts differ and that words of a command name: itself, or a folder above it.
  ///
  /// A compiler or a formatter may be measured on its own sources, which its build reads, too.
  ///
  /// - Parameters:
  ///   - words: the words.
  ///   - isText: whether a script that a word names counts only where it may be read as text.
  /// - Returns: its path below the top of the checkouts.
  func file(namedBy words: [String], asText isText: Bool = false) -> String? {
    let top = candidate.top ?? candidate.folder
    var named: [String] = words
    // `--input=src` names a folder as `src` does.
    for word in words { named += word.split(separator: "=").dropFirst().map(String.init) }
    let places = named.filter { !$0.isEmpty && !$0.hasPrefix("-") }.map { word in
      BuildReads.normalized(word.hasPrefix("/") ? word : PathParts.join(candidate.folder, word))
    }
    return known?.changed.first { path in
      let file = PathParts.join(top, path)
      let isScript = isText && ["py", "php"].contains(PathParts(path).fileExtension)
      return places.contains {
        $0 == file ? !isScript : file.hasPrefix($0 == "/" ? $0 : $0 + "/")
      }
    }
  }

  /// How many files differ, where all of them differ in comments alone; `nil` where one differs in more.
  private(set) lazy var filesWithComments: Int? = {
    guard let changed = known?.changed, !changed.isEmpty, changed.count <= Self.mostCompared,
      changed.allSatisfy({ path in
        SourceComments.areAllThatDiffers(
          PathParts.join(base.top ?? base.folder, path),
          PathParts.join(candidate.top ?? candidate.folder, path))
      })
    else { return nil }
    return changed.count
  }()

  /// How many files are compared by what they say.
  private static let mostCompared = 1000

  private var known: Found? {
    if let found { return found }
    let files = find()
    found = .some(files)
    return files
  }

  private func find() -> Found? {
    guard let before = base.links, let after = candidate.links, let git = Executable.find("git")
    else { return nil }
    func run(_ arguments: [String], in folder: String) -> String? {
      let outcome = ProgramOutput.of(
        program: git, arguments: ["-C", folder] + arguments, environment: Executable.environment)
      return outcome.isSuccess ? outcome.text : nil
    }
    guard let commit = run(["rev-parse", "HEAD"], in: after.tree),
      let differing = run(
        ["diff", "--name-only", "--no-renames", "-z", "HEAD", commit], in: before.tree)
    else { return nil }
    let changed = differing.split(separator: "\0").map(String.init)
    guard !changed.isEmpty else { return Found(changed: [], unread: []) }
    let read = [before, after].map { links in
      let files = links.filesRead(list: SuiteRecording.readFiles(of: links.folder))
      return Set(
        files.lazy.filter { $0.hasPrefix(links.tree + "/") }
          .map { String($0.dropFirst(links.tree.utf8.count + 1)) }
      ).union(GoSources.named(among: changed, in: links.tree))
    }
    let unread = changed.filter { path in
      !read[0].contains(path) && !read[1].contains(path) && !Self.describesBuild(path)
    }
    return Found(changed: changed, unread: unread)
  }

  /// Whether a file is read by what builds, and by its name for nothing else.
  private static func describesBuild(_ path: String) -> Bool {
    let name = PathParts(path).name
    return buildFiles.contains(name) || name.hasSuffix(".cmake") || name.hasSuffix(".mk")
  }

  private static let buildFiles: Set<String> = [
    SuiteFile.name, "Makefile", "makefile", "GNUmakefile", "CMakeLists.txt", "meson.build",
    "meson_options.txt", "meson.options", "build.ninja", "Makefile.am", "configure.ac",
  ]
}
