#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

internal import ArgumentParser
internal import DominantColor
internal import ImageCodecs

/// Writing a tuning file: whole or not at all.
enum TuningWriting {
  /// Writes a tuning, making the folders above it.
  ///
  /// - Throws: ``InputFailure`` that names the file and the cause.
  static func write(_ tuning: Tuning, to path: String) throws(InputFailure) {
    makeFolders(above: path)
    do {
      try writeFile(Array(tuning.json.utf8), to: path, replacingExisting: true)
    } catch {
      throw InputFailure(
        message: "The tuning was not written. \(error.description)", exitCode: .failure)
    }
  }

  /// Makes what is missing of the folders above a file; writing says what could not be made.
  private static func makeFolders(above path: String) {
    var end = path.startIndex
    while let slash = path[end...].dropFirst().firstIndex(of: "/") {
      // As the XDG specification has it: a cache is nobody else's business.
      mkdir(String(path[..<slash]), 0o700)
      end = slash
    }
  }
}
