internal import BenchmarkBuilds
internal import BenchmarkSuites
internal import Files

/// The suite that comes with this program, for `bench run` where there is no other.
enum InstalledSuite {
  /// Where it is from the folder that a program is installed below.
  private static let installed = "share/swift-dominant-color/bench.toml"
  /// Where it is in the checkout that a program was built in.
  private static let inCheckout = "Benchmarks/" + SuiteFile.name

  /// The suite file of a program.
  ///
  /// - Parameter executable: the path of this program.
  /// - Returns: the file; `nil` where the program is neither installed with one nor in a checkout that
  ///   has one.
  static func path(executable: String? = Executable.currentPath) -> String? {
    guard let executable else { return nil }
    return PathParts(executable).enclosingFolders.lazy
      .flatMap { folder in [installed, inCheckout].map { PathParts.join(folder, $0) } }
      .first { FileKind(path: $0) == .regular }
  }
}
