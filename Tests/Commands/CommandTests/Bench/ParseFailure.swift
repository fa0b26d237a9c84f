internal import ArgumentParser

@testable import bench

/// The message of `bench` for a command line that it cannot parse, and its exit code.
func parseFailure(_ arguments: [String]) -> (text: String, code: ExitCode) {
  do {
    _ = try Bench.parseAsRoot(arguments)
    return ("", .success)
  } catch {
    return (Bench.message(for: error), Bench.exitCode(for: error))
  }
}
