internal import BenchmarkBuilds
internal import Files
package import TimingHistory

/// Where the timing history is kept.
package struct HistoryLocation: Equatable, Sendable {
  /// The file, as it was named or as it was found.
  package let path: String
  /// Whether someone asked for this file.
  package let isChosen: Bool
  /// The folder to make when it does not exist; `nil` where folders are not made.
  package let folder: String?

  /// The name of a history.
  package static let fileName = "history.sqlite"

  /// A file that was asked for.
  package init(chosen path: String) {
    self.path = path
    isChosen = true
    folder = nil
  }

  /// The file in a folder of its own, which is made when it does not exist.
  package init(in folder: String) {
    path = PathParts.join(folder, Self.fileName)
    isChosen = false
    self.folder = folder
  }

  /// A file that was found, in a folder that nothing else is made in.
  package init(found path: String) {
    self.path = path
    isChosen = false
    folder = nil
  }

  /// Opens the history, and makes it and its folder where they may be made.
  ///
  /// - Parameter machine: the machine that new runs are measured on; `nil` to leave it out.
  /// - Returns: the history.
  /// - Throws: ``HistoryError``, with the file untouched.
  package func open(
    recording machine: MachineIdentity? = nil
  ) throws(HistoryError) -> HistoryStore {
    if let folder {
      do throws(FileAccessError) {
        try makeFolder(at: folder, access: .owner)
      } catch {
        throw HistoryError(.readOnly, "The history has no place: \(error.description)")
      }
    }
    return try HistoryStore(path: path, machine: machine)
  }
}
