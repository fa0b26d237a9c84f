internal import Foundation

/// The kernels of this project as a suite in a git repository, whose worker is the program of this build.
package struct KernelSuite {
  private let folder: TemporaryFolder

  /// Writes and commits the suite file.
  ///
  /// - Throws: ``BuiltCommand/NotBuilt``, or what the file system says.
  package init() throws {
    folder = try TemporaryFolder()
    let kernels = try BuiltCommand("kernels").executable.path
    try folder.makeRepository()
    try folder.commit([
      "bench.toml": """
      name = "kernels"
      reads-no-files = true
      launches = 1

      [worker]
      command = ['\(kernels)', "worker"]
      """
    ])
  }

  /// What names the suite on a command line.
  package var arguments: [String] { ["--suite", folder.path + "/bench.toml"] }
}
