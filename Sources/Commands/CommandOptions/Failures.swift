package import ArgumentParser
internal import CommandText
package import Reporting

extension ExitCode {
  package init(_ status: WorkStatus) { self.init(status.rawValue) }
}

extension WorkStatus {
  /// Ends the command, unless everything was done.
  package func exitUnlessSuccess() throws(ExitCode) {
    if self != .success { throw ExitCode(self) }
  }
}

/// Does work of a command; a failure is reported on standard error and becomes the exit code.
///
/// - Throws: `ExitCode`, or a `ValidationError` for a wrong command line.
package func reportingFailures<Value>(_ work: () throws -> Value) throws -> Value {
  do {
    return try work()
  } catch let error as UsageError {
    throw ValidationError(error.description)
  } catch let error as HarnessFailure {
    StandardError.write("Error: \(error.message)\n")
    throw ExitCode(error.status)
  }
}
