internal import CommandText
internal import Files

/// Where one picture goes: a file that appears whole or not at all, or standard output.
///
/// Standard output gets all bytes at once when the picture is complete, so that a reader never takes a
/// part of a picture for one. Until then they are held: as many as the file would have.
final class PictureTarget {
  /// The file; `nil` for standard output.
  private let file: WholeFile?
  /// What goes to standard output.
  private var bytes: [UInt8] = []

  /// Begins a picture.
  ///
  /// - Throws: ``CommandFailure`` that names the file.
  init(_ path: String, _ files: OutputFiles) throws(CommandFailure) {
    file = path == OutputFiles.standardOutput ? nil : try files.begin(path)
  }

  /// Writes bytes behind those before.
  ///
  /// - Throws: ``CommandFailure`` that names the file.
  func append(_ more: [UInt8]) throws(CommandFailure) {
    guard let file else {
      bytes += more
      return
    }
    do {
      try file.append(more)
    } catch {
      throw .unwritable(error)
    }
  }

  /// Ends the picture: the file takes its name, or standard output the bytes.
  ///
  /// - Throws: ``CommandFailure`` that names the file.
  func commit() throws(CommandFailure) {
    guard let file else { return StandardOutput.write(bytes) }
    do {
      try file.commit()
    } catch {
      throw .unwritable(error)
    }
  }
}
