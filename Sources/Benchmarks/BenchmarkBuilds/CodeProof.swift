internal import Files
internal import ProgramLayouts

/// Why two builds run the same machine code, so that timing them can only show noise.
public enum CodeProof: Equatable, Sendable, CustomStringConvertible {
  /// Both were built from equal sources by the same toolchain: one program stands for both.
  case sameProgram
  /// All code and data that either can reach is equal, function by function, before layout.
  case equalCode(functions: Int, bytes: Int)
  /// All that either has in memory when it begins to run is equal, at the same addresses.
  case equalImage(bytes: Int)

  /// For people.
  public var description: String {
    switch self {
    case .sameProgram: "same code: both sides are one program"
    case .equalCode(let functions, let bytes):
      "same code: all \(functions) functions that can run, and their data, are equal "
        + "(\(bytes) bytes compared)"
    case .equalImage(let bytes):
      "same code: what both programs load into memory is equal (\(bytes) bytes compared)"
    }
  }

  /// Looks for a proof.
  ///
  /// - Parameters:
  ///   - base: the path of one program.
  ///   - candidate: the path of the other.
  /// - Returns: `nil` when the code differs, or when equality cannot be proven; the programs must
  ///   then be measured.
  /// - Complexity: O(*n*) in the size of the object files; below a second for ten megabytes of
  ///   code.
  public static func find(base: String, candidate: String) -> CodeProof? {
    if base == candidate { return .sameProgram }
    do throws(RelinkingError) {
      let commands = (try LinkCommand(linking: base), try LinkCommand(linking: candidate))
      guard options(commands.0) == options(commands.1) else { return nil }
      let programs = (
        try RelinkableBuild.program(of: base), try RelinkableBuild.program(of: candidate)
      )
      let result = CodeComparison.compare(
        programs.0, programs.1, from: .program(main: entryPoint(commands.0)))
      guard case .same(let functions, let bytes) = result else { return nil }
      return .equalCode(functions: functions, bytes: bytes)
    } catch {
      return nil
    }
  }

  /// Looks for a proof in two linked programs of any language: equal memory at the start, and no
  /// libraries from folders of their own.
  ///
  /// Comments and what else moves only debug information leave programs equal so.
  ///
  /// - Parameters:
  ///   - base: the path of one program.
  ///   - candidate: the path of the other.
  ///   - baseFolder: the checkout that the one was built in, whose name may be in it, as in messages
  ///     of failed assertions; a library that is searched for there makes them differ.
  ///   - candidateFolder: the checkout of the other; its name has the same length.
  /// - Returns: `nil` when they differ, or are not programs for Linux.
  /// - Complexity: O(*n*) in the size of the files.
  public static func findEqualImages(
    base: String, candidate: String, baseFolder: String? = nil, candidateFolder: String? = nil
  ) -> CodeProof? {
    guard let first = image(base, baseFolder), let second = image(candidate, candidateFolder),
      first == second,
      !first.hasLibrariesBeside
    else { return nil }
    return .equalImage(bytes: first.byteCount)
  }

  /// Looks for a proof in what two recorded links were made of: equal functions and data before
  /// layout, of all that either program can reach.
  ///
  /// A function that nothing refers to leaves programs equal so, wherever it moves the others.
  ///
  /// - Parameters:
  ///   - base: the path of one program.
  ///   - links: the links of the build that made it.
  ///   - candidate: the path of the other.
  ///   - otherLinks: those of its build.
  /// - Returns: `nil` when they differ, when equality cannot be proven, or when one is a library.
  /// - Complexity: O(*n*) in the size of object files and static libraries.
  public static func findEqualCode(
    base: String, links: RecordedLinks, candidate: String, otherLinks: RecordedLinks
  ) -> CodeProof? {
    guard let first = links.record(of: base), let second = otherLinks.record(of: candidate),
      !first.isLibrary, !second.isLibrary, hasOnlySystemLibraries(base),
      hasOnlySystemLibraries(candidate)
    else { return nil }
    do throws(RelinkingError) {
      let programs = (
        try RecordedProgram(of: first, folder: links.tree),
        try RecordedProgram(of: second, folder: otherLinks.tree)
      )
      let others = [
        programs.0.options == programs.1.options ? programs.1.program : nil,
        programs.1.inOrder(of: programs.0),
      ]
      for case let other? in others {
        let result = CodeComparison.compare(
          programs.0.program, other, from: .program(main: "main"),
          isNamedOutside: { programs.1.isNamedByLibraries($0) })
        if case .same(let functions, let bytes) = result {
          return .equalCode(functions: functions, bytes: bytes)
        }
      }
      return nil
    } catch {
      return nil
    }
  }

  /// Whether two programs name nothing else that their builds linked and that differs: a helper that
  /// they start, or a library that they open.
  ///
  /// - Parameters:
  ///   - base: the path of one program.
  ///   - links: the links of the build that made it.
  ///   - candidate: the path of the other.
  ///   - otherLinks: those of its build.
  /// - Returns: whether all that both name has equal memory, and is there on both sides.
  public static func nameOnlyEqualFiles(
    base: String, links: RecordedLinks, candidate: String, otherLinks: RecordedLinks
  ) -> Bool {
    guard let first = try? readFile(at: base), let second = try? readFile(at: candidate) else {
      return false
    }
    let own = (links.record(of: base)?.output, otherLinks.record(of: candidate)?.output)
    let places = Set(links.outputPaths + otherLinks.outputPaths)
    return places.allSatisfy { place in
      let files = (PathParts.join(links.tree, place), PathParts.join(otherLinks.tree, place))
      if files.0 == own.0, files.1 == own.1 { return true }
      let name = Array((RecordedLinks.loadedNames(of: place).last ?? place).utf8)
      guard
        TextSearch.containsFileName(name, in: first[...])
          || TextSearch.containsFileName(name, in: second[...])
      else { return true }
      return findEqualImages(
        base: files.0, candidate: files.1, baseFolder: links.tree, candidateFolder: otherLinks.tree)
        != nil
    }
  }

  private static func hasOnlySystemLibraries(_ path: String) -> Bool {
    guard let bytes = try? readFile(at: path), let image = try? LoadedImage(contents: bytes) else {
      return false
    }
    return !image.hasLibrariesBeside
  }

  private static func image(_ path: String, _ folder: String?) -> LoadedImage? {
    guard var bytes = try? readFile(at: path) else { return nil }
    if let folder { TextSearch.hide(folder, in: &bytes) }
    return try? LoadedImage(contents: bytes)
  }

  /// What a link command says apart from folders: libraries and options, which decide what else is
  /// part of the program.
  private static func options(_ command: LinkCommand) -> [String] {
    [command.program]
      + command.arguments.map { argument in
        argument.hasPrefix("@") ? "@" : argument.replacing(command.folder, with: "")
      }
  }

  /// The function where a program begins: SwiftPM renames `main`.
  private static func entryPoint(_ command: LinkCommand) -> String {
    for argument in command.arguments where argument.hasPrefix("main=") {
      return String(argument.dropFirst("main=".count))
    }
    return "main"
  }
}
