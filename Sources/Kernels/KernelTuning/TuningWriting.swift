package import DominantColor
internal import Files
package import KernelWorkloads
internal import Reporting

/// Writing a tuning file: whole or not at all.
package enum TuningWriting {
  /// Writes a tuning, making the folders above it.
  ///
  /// - Throws: ``InputFailure`` that names the file and the cause.
  package static func write(_ tuning: Tuning, to path: String) throws(InputFailure) {
    do {
      // Only the owner may read a cache, as the XDG specification requires.
      try makeFolder(at: PathParts(path).folder, access: .owner)
      try writeFile(Array(tuning.json.utf8), to: path, replacingExisting: true)
    } catch {
      throw InputFailure(
        message: "The tuning was not written. \(error.description)", status: .unwritableOutput)
    }
  }
}
