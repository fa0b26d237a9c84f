internal import ArgumentParser
internal import CommandText
internal import Reporting

/// Inputs that are not typed one by one: lists of files, and what lies in folders of folders.
struct InputArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also the files whose paths this file holds, one a line, or with a zero byte between two; - "
        + "for standard input.", valueName: "file"), completion: .file())
  var filesFrom: String?

  @Option(
    name: .customLong("files-from0"),
    help: ArgumentHelp(
      "The same where names hold line feeds: only a zero byte ends a path.", valueName: "file"),
    completion: .file())
  var filesFrom0: String?

  @Flag(
    name: [.short, .long],
    help: "Enter the folders in a folder, too. Names that begin with a dot are left out.")
  var recursive = false

  /// What the parser makes of no option.
  static var plain: InputArguments {
    var plain = InputArguments()
    (plain.filesFrom, plain.filesFrom0, plain.recursive) = (nil, nil, false)
    return plain
  }

  /// The file with a list; `nil` without one.
  var list: String? { filesFrom ?? filesFrom0 }

  /// Checks them together with the inputs that are typed.
  func check(_ inputs: [String]) throws(UsageError) {
    if inputs.isEmpty, list == nil {
      throw UsageError("Name pictures, folders or patterns, or a list of them with --files-from.")
    }
    if filesFrom != nil, filesFrom0 != nil {
      throw UsageError("Use --files-from or --files-from0, not both.")
    }
    if inputs.contains("-"), list == "-" {
      throw UsageError("Standard input is either a picture (-) or a list (--files-from -).")
    }
  }

  /// Opens the list; `nil` without one.
  func open() throws(CommandFailure) -> PathList? {
    if let filesFrom { return try PathList(path: filesFrom) }
    if let filesFrom0 { return try PathList(path: filesFrom0, separator: .zero) }
    return nil
  }

  /// What is typed and listed, looked up.
  ///
  /// - Parameters:
  ///   - inputs: as typed.
  ///   - output: a folder that is not searched, for it holds what was made; `nil` for none.
  /// - Returns: what was found.
  /// - Throws: ``CommandFailure`` where the list cannot be read.
  func search(_ inputs: [String], leavingOut output: String? = nil) throws(CommandFailure)
    -> InputSearch
  {
    var search = InputSearch(inputs, isRecursive: recursive, leavingOut: output)
    if let list = try open() {
      for path in list { search.add(path) }
      if let failure = list.failure { throw failure }
    }
    return search
  }
}
