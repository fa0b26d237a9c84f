internal import Files
internal import ImageCodecs

/// The pictures of a folder, and of those below it, by name; and what was left out.
struct FolderSearch {
  /// The pictures, those of a folder before those of the folders in it.
  private(set) var pictures: [Input] = []
  /// The folders that may not be listed.
  private(set) var unreadable: [String] = []
  /// A sentence about what was left out, for people who expected it to be read; `nil` where nothing
  /// was.
  private(set) var remark: String?

  /// Whether folders were left out.
  var skipsFolders: Bool { skipped.contains { $0.reason == Self.folderReason } }

  private static let folderReason = "folder"
  private let root: String
  private let leavingOut: String?
  private var skipped: [(reason: String, count: Int)] = []
  private var entryCount = 0

  /// Searches.
  ///
  /// - Parameters:
  ///   - folder: the folder, as typed.
  ///   - isRecursive: whether folders in it are entered. Links to folders never are, so that the
  ///     search ends.
  ///   - leavingOut: the resolved path of a folder that is not entered; `nil` for none.
  init(_ folder: String, isRecursive: Bool, leavingOut: String? = nil) {
    root = folder
    self.leavingOut = leavingOut
    var waiting = [folder]
    while let next = waiting.popLast() {
      // A stack, whose last one comes next: turned round, folders come by name, each with all
      // that is in it.
      waiting += add(next, isRecursive: isRecursive).reversed()
    }
    guard !skipped.isEmpty else { return }
    let reasons = skipped.map { "\($0.count) \($0.reason)" }.joined(separator: ", ")
    remark =
      "'\(folder)': \(skipped.reduce(0) { $0 + $1.count }) of \(entryCount) entries were skipped: "
      + "\(reasons)."
  }

  /// Adds the pictures of one folder.
  ///
  /// - Returns: the folders in it that are to be entered.
  private mutating func add(_ folder: String, isRecursive: Bool) -> [String] {
    guard let names = names(inFolder: folder) else {
      unreadable.append(folder)
      return []
    }
    var folders: [String] = []
    for name in names {
      let path = PathParts.join(folder, name)
      if isRecursive, FileKind(path: path) == .folder, !isLink(path) {
        // What an earlier run wrote there is no input of this one.
        if leavingOut == nil || resolvedPath(path) != leavingOut { folders.append(path) }
        continue
      }
      entryCount += 1
      if let reason = Self.reasonToSkip(path) {
        skip(reason)
      } else {
        pictures.append(Input(path: path, root: root))
      }
    }
    return folders
  }

  private mutating func skip(_ reason: String) {
    if let known = skipped.firstIndex(where: { $0.reason == reason }) {
      skipped[known].count += 1
    } else {
      skipped.append((reason, 1))
    }
  }

  /// Why an entry of a folder is skipped; `nil` when it is a picture.
  private static func reasonToSkip(_ path: String) -> String? {
    switch FileKind(path: path) {
    case .folder: return folderReason
    case .special: return "pipe, socket or device"
    case .absent: return "broken link"
    case .regular: break
    }
    let start: [UInt8]
    do {
      start = try firstBytes(of: path, count: ImageFormat.tellingBytes)
    } catch {
      return if case .permissionDenied = error { "unreadable (permission denied)" } else {
        "unreadable"
      }
    }
    if start.isEmpty { return "empty" }
    return start.withUnsafeBytes { ImageFormat.obstacle(ofFileBeginning: $0) }
  }
}
