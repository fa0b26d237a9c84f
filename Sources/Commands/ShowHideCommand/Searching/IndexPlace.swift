internal import ArgumentParser
internal import ColorIndex
internal import Files

/// Where the index of a folder is, and how its paths are printed.
struct IndexPlace {
  /// The index.
  let path: String
  /// The folder as typed.
  private let folder: String
  /// The folder's path from that of the index; "" for the same.
  let subfolder: String

  /// The index to be made or brought up to date.
  static func path(of folder: String, index: String?) -> String {
    index.map(named) ?? path(of: ColorIndexStore.usualName, in: folder)
  }

  /// An index that was named, and may be a link; one that lies in a folder may not.
  private static func named(_ index: String) -> String {
    isLink(index) ? resolvedPath(index) ?? index : index
  }

  /// Looks for the index of a folder: in it, or else in the folders around it.
  ///
  /// - Parameters:
  ///   - folder: the folder, as typed.
  ///   - index: the index, where one was named.
  /// - Throws: ``CommandFailure`` where there is none.
  init(searching folder: String, index: String?) throws(CommandFailure) {
    self.folder = folder
    guard FileKind(path: folder) == .folder, let place = resolvedPath(folder) else {
      throw .noInput(folder, "there is no such folder.")
    }
    if let index {
      path = Self.named(index)
      let root = try Self.opening(path).folder
      guard place == root || root == "/" || place.hasPrefix(root + "/") else {
        throw CommandFailure(
          message: "The index '\(index)' is of the folder '\(root)', which does not hold "
            + "'\(folder)'.", exitCode: .noInput)
      }
      subfolder = Self.rest(of: place, in: root)
      return
    }
    for root in [place] + PathParts(place).enclosingFolders {
      let candidate = PathParts.join(root, ColorIndexStore.usualName)
      guard FileKind(path: candidate) == .regular else { continue }
      path = candidate
      subfolder = Self.rest(of: place, in: root)
      return
    }
    throw .noInput(
      folder,
      "there is no index of this folder. Make one with 'showhide index', or name one with --index.")
  }

  /// The path of a file in a folder, without "./" for the current one.
  static func path(of name: String, in folder: String) -> String {
    folder == "." ? name : PathParts.join(folder, name)
  }

  private static func rest(of place: String, in root: String) -> String {
    guard place != root else { return "" }
    return String(place.dropFirst(root == "/" ? 1 : root.count + 1))
  }

  /// Opens an index to search it.
  static func opening(_ path: String) throws(CommandFailure) -> ColorIndexStore {
    do {
      return try ColorIndexStore(reading: path)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The path of a picture from the folder that was typed.
  ///
  /// - Parameter path: the path from the index's folder.
  /// - Returns: the path from the folder that was typed.
  func inside(_ path: String) -> String {
    subfolder.isEmpty ? path : String(path.dropFirst(subfolder.count + 1))
  }

  /// The path of a picture as people who typed the folder expect it.
  ///
  /// - Parameter path: the path from the index's folder.
  /// - Returns: the path to print.
  func shown(_ path: String) -> String { Self.path(of: inside(path), in: folder) }
}

extension EnclosedFolder {
  /// Opens a folder, whose links are not followed: others may have made them.
  static func opening(_ path: String) throws(CommandFailure) -> EnclosedFolder {
    do {
      return try EnclosedFolder(opening: path)
    } catch {
      throw .unreadable(error)
    }
  }
}

extension CommandFailure {
  /// What an index could not do.
  init(_ error: ColorIndexError) {
    let exitCode: ExitCode =
      switch error.kind {
      case .notFound, .notAnIndex, .damaged: .noInput
      case .readOnly, .diskFull: .cannotCreate
      case .busy, .failed: .failure
      }
    self.init(message: error.description, exitCode: exitCode)
  }
}
