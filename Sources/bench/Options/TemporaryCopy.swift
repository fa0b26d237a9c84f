internal import CLibrary
internal import BenchmarkBuilds
internal import Files

/// A copy of a program in the temporary folder, deleted with the value.
final class TemporaryCopy {
  /// The path of the copy.
  let path: String
  private let folder: String

  /// Copies a program.
  ///
  /// - Throws: ``HarnessFailure`` when it cannot be read or written.
  init(of program: String) throws(HarnessFailure) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    // The six places that mkdtemp fills in.
    let places = String(repeating: "X", count: 6)
    var template = Array("\(base)/bench-copy-\(places)".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .failed("No folder can be made in '\(base)' for a copy of this program.")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = "\(folder)/bench"
    do throws(FileAccessError) {
      try writeFile(try readFile(at: program), to: path, replacingExisting: true)
    } catch {
      rmdir(folder)
      throw .failed("This program cannot be copied: \(error).")
    }
    chmod(path, 0o755)
  }

  deinit {
    unlink(path)
    rmdir(folder)
  }
}
