internal import Files

/// Reads an input of a command.
///
/// - Throws: ``HarnessFailure`` with the status of a missing input.
package func readInput(
  at path: String, limit: Int = 1_000_000_000
) throws(HarnessFailure) -> [UInt8] {
  do { return try readFile(at: path, limit: limit) } catch {
    throw HarnessFailure(unreadable: error)
  }
}

/// Writes an output of a command, whole or not at all.
///
/// - Throws: ``HarnessFailure`` with the status of an output that could not be written.
package func writeOutput(
  _ text: String, to path: String, replacingExisting: Bool = true
) throws(HarnessFailure) {
  try writeOutput(Array(text.utf8), to: path, replacingExisting: replacingExisting)
}

/// Writes an output of a command, whole or not at all.
///
/// - Throws: ``HarnessFailure`` with the status of an output that could not be written.
package func writeOutput(
  _ bytes: [UInt8], to path: String, replacingExisting: Bool = true
) throws(HarnessFailure) {
  do {
    try writeFile(bytes, to: path, replacingExisting: replacingExisting)
  } catch {
    throw HarnessFailure(unwritable: error)
  }
}

/// Writes an output of a command, whole or not at all, into a folder that is made where it is missing.
///
/// - Throws: ``HarnessFailure`` with the status of an output that could not be written.
package func writeOutput(
  _ bytes: [UInt8], makingFolderOf path: String
) throws(HarnessFailure) {
  do { try makeFolder(at: PathParts(path).folder) } catch {
    throw HarnessFailure(unwritable: error)
  }
  try writeOutput(bytes, to: path)
}
