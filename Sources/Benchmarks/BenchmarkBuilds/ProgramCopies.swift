internal import CLibrary
internal import Files
package import Measuring
package import Reporting

/// The programs of both sides as files of their own, written anew for each launch.
///
/// A program's code lies in the memory pages that its file got when it was written, the same in
/// every launch, and how these fall into the caches makes two copies of one file differ by up to
/// 0.4 %. The length of a program's path is worth 0.2 %, because the path is kept on the heap, before
/// everything else. New copies draw new pages, and both sides get paths of the same length, even
/// where they are the same program.
package final class ProgramCopies {
  private var folder: String?
  private var copied: [Side: String] = [:]

  /// Makes no copies yet.
  package init() {}

  deinit {
    for path in copied.values { unlink(path) }
    if let folder { rmdir(folder) }
  }

  /// Copies the program of a side, in place of the copy from before.
  ///
  /// - Parameters:
  ///   - program: the path of an executable file that does not depend on where it lies.
  ///   - side: which side it is.
  /// - Returns: the path of the copy, which stays until the next one of this side.
  /// - Throws: ``HarnessFailure`` when the temporary folder does not take it, or does not let it run.
  package func copy(of program: String, for side: Side) throws(HarnessFailure) -> String {
    let path = PathParts.join(try madeFolder(for: program), side == .base ? "a" : "b")
    // A new file: one that is written over may keep its pages, and the process before may still run.
    unlink(path)
    copied[side] = path
    do throws(FileAccessError) {
      try copyFile(at: program, to: path)
    } catch {
      throw .failed("'\(program)' cannot be copied: \(error)\(Self.advice(error))")
    }
    guard access(path, X_OK) == 0 || access(program, X_OK) != 0 else {
      throw .failed(
        "The temporary folder '\(temporaryFolder)' does not let programs run: set TMPDIR to one that "
          + "does.")
    }
    return path
  }

  private static func advice(_ error: FileAccessError) -> String {
    if case .diskFull = error { " Make room, or set TMPDIR to another folder." } else { "" }
  }

  private func madeFolder(for program: String) throws(HarnessFailure) -> String {
    if let folder { return folder }
    do throws(FileAccessError) {
      let made = try makeUniqueFolder(prefix: "bench-copy-")
      folder = made
      return made
    } catch {
      throw .failed("'\(program)' cannot be copied: \(error)")
    }
  }
}
