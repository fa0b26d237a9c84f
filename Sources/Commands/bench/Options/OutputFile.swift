internal import BenchmarkBuilds
internal import Files
internal import Reporting

/// Writes a text to a file that was asked for, whole or not at all.
///
/// - Throws: ``HarnessFailure`` with the status that every command ends with when an output file
///   cannot be written.
func write(
  _ text: String, to path: String, replacingExisting: Bool
) throws(HarnessFailure) {
  try write(Array(text.utf8), to: path, replacingExisting: replacingExisting)
}

/// Writes bytes to a file that was asked for, whole or not at all.
///
/// - Throws: ``HarnessFailure`` with the status that every command ends with when an output file
///   cannot be written.
func write(
  _ bytes: [UInt8], to path: String, replacingExisting: Bool
) throws(HarnessFailure) {
  do throws(FileAccessError) {
    try writeFile(bytes, to: path, replacingExisting: replacingExisting)
  } catch {
    let advice = if case .exists = error { " --force replaces it." } else { "" }
    throw HarnessFailure(message: error.description + advice, status: .unwritableOutput)
  }
}
