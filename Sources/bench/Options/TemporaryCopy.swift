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
    do throws(FileAccessError) {
      folder = try makeUniqueFolder(prefix: "bench-copy-")
    } catch {
      throw .failed("This program cannot be copied: \(error).")
    }
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
