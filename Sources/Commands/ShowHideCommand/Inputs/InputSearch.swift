internal import Files
internal import ImageCodecs

/// What arguments stand for: files, the pictures of folders, and what patterns match.
struct InputSearch: Sendable {
  /// The inputs in order, and what gave none.
  private(set) var found: [Result<Input, CommandFailure>] = []
  /// Sentences about files in folders that were skipped, for people who expected them to be read.
  private(set) var remarks: [String] = []

  private let isRecursive: Bool
  private let leavingOut: String?

  /// Looks up arguments, in order.
  ///
  /// Whether a file in a folder is a picture is known by its content. A name that exists is never
  /// taken as a pattern.
  ///
  /// - Parameters:
  ///   - arguments: as typed.
  ///   - isRecursive: whether folders in folders are entered.
  ///   - output: a folder that is not entered on the way; `nil` for none.
  init(_ arguments: [String], isRecursive: Bool = false, leavingOut output: String? = nil) {
    self.isRecursive = isRecursive
    leavingOut = output.flatMap { resolvedPath($0) }
    for argument in arguments { look(up: argument) }
  }

  /// Adds a path as it stands, never as a pattern or a folder to list.
  mutating func add(_ path: String) { found.append(.success(Input(path: path))) }

  private mutating func look(up argument: String) {
    if argument == "-" { return add(argument) }
    switch FileKind(path: argument) {
    case .folder: addFolder(argument)
    case .regular, .special: add(argument)
    case .absent:
      guard argument.contains(where: { "*?[".contains($0) }) else { return add(argument) }
      let matches = paths(matching: argument)
      if matches.isEmpty {
        found.append(.failure(.noInput(argument, "no file has a name like this.")))
      }
      for path in matches {
        if FileKind(path: path) == .folder { addFolder(path) } else { add(path) }
      }
    }
  }

  private mutating func addFolder(_ path: String) {
    let search = FolderSearch(path, isRecursive: isRecursive, leavingOut: leavingOut)
    for folder in search.unreadable {
      found.append(.failure(.noInput(folder, "the folder may not be listed: permission denied.")))
    }
    if search.pictures.isEmpty, search.unreadable.isEmpty {
      let cure =
        !isRecursive && search.skipsFolders ? " Its folders are entered with --recursive." : ""
      found.append(
        .failure(.noInput(path, "the folder holds no \(ImageFormat.allNames) file.\(cure)")))
    }
    found += search.pictures.map { .success($0) }
    if let remark = search.remark { remarks.append(remark) }
  }
}
