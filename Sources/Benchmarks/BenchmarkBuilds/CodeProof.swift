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

  private static func image(_ path: String, _ folder: String?) -> LoadedImage? {
    guard var bytes = try? readFile(at: path) else { return nil }
    if let folder { hide(Array(folder.utf8), in: &bytes) }
    return try? LoadedImage(contents: bytes)
  }

  /// Replaces a folder's name by as many question marks, which are no absolute path.
  private static func hide(_ name: [UInt8], in bytes: inout [UInt8]) {
    guard name.count > 1 else { return }
    var start = 0
    while let place = bytes[start...].firstIndex(of: name[0]) {
      let end = place + name.count
      guard end <= bytes.count else { return }
      if bytes[place..<end].elementsEqual(name) {
        for index in place..<end { bytes[index] = UInt8(ascii: "?") }
        start = end
      } else {
        start = place + 1
      }
    }
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
