internal import Files
internal import ImageCodecs

/// What arguments stand for: files, the pictures of folders, and what patterns match.
struct InputSearch: Sendable {
  /// The inputs in order, and what gave none.
  private(set) var found: [Result<Input, CommandFailure>] = []
  /// Sentences about files in folders that were skipped, for people who expected them to be read.
  private(set) var remarks: [String] = []

  /// Looks up an argument.
  ///
  /// Whether a file in a folder is a picture is known by its content; subfolders are not entered.
  /// A name that exists is never taken as a pattern.
  init(_ argument: String) {
    if argument == "-" {
      found = [.success(Input(path: "-"))]
      return
    }
    switch FileKind(path: argument) {
    case .folder: addFolder(argument)
    case .regular, .special: found = [.success(Input(path: argument))]
    case .absent:
      guard argument.contains(where: { "*?[".contains($0) }) else {
        found = [.success(Input(path: argument))]
        return
      }
      let matches = paths(matching: argument)
      if matches.isEmpty {
        found = [.failure(.noInput(argument, "no file has a name like this."))]
      }
      for path in matches {
        if FileKind(path: path) == .folder {
          addFolder(path)
        } else {
          found.append(.success(Input(path: path)))
        }
      }
    }
  }

  /// Looks up several, in order.
  init(_ arguments: [String]) {
    for argument in arguments {
      let search = InputSearch(argument)
      found += search.found
      remarks += search.remarks
    }
  }

  private mutating func addFolder(_ path: String) {
    guard let names = names(inFolder: path) else {
      found.append(.failure(.noInput(path, "the folder may not be listed: permission denied.")))
      return
    }
    var skipped: [(reason: String, count: Int)] = []
    var pictures: [Result<Input, CommandFailure>] = []
    for name in names {
      let file = PathParts.join(path, name)
      guard let reason = Self.reasonToSkip(file) else {
        pictures.append(.success(Input(path: file)))
        continue
      }
      if let known = skipped.firstIndex(where: { $0.reason == reason }) {
        skipped[known].count += 1
      } else {
        skipped.append((reason, 1))
      }
    }
    if pictures.isEmpty {
      found.append(
        .failure(.noInput(path, "the folder holds no \(ImageFormat.allNames) file.")))
    }
    found += pictures
    guard !skipped.isEmpty else { return }
    let reasons = skipped.map { "\($0.count) \($0.reason)" }.joined(separator: ", ")
    remarks.append(
      "'\(path)': \(names.count - pictures.count) of \(names.count) entries were skipped: "
        + "\(reasons).")
  }

  /// Why an entry of a folder is skipped; `nil` when it is a picture.
  private static func reasonToSkip(_ path: String) -> String? {
    switch FileKind(path: path) {
    case .folder: return "folder"
    case .special: return "pipe, socket or device"
    case .absent: return "broken link"
    case .regular: break
    }
    let start: [UInt8]
    do {
      start = try firstBytes(of: path, count: ImageFormat.sniffedBytes)
    } catch {
      return if case .permissionDenied = error { "unreadable (permission denied)" } else {
        "unreadable"
      }
    }
    if start.isEmpty { return "empty" }
    return start.withUnsafeBytes { ImageFormat(sniffing: $0) } == nil
      ? "not a \(ImageFormat.allNames)" : nil
  }
}
