internal import BenchmarkBuilds
internal import Files

/// The real photo kept with the package, so that the default suite has one on every machine.
package enum PackagedPhoto {
  /// What results call it.
  package static let name = "china.jpg"
  private static let inCheckout = "Tests/Fixtures/Photos/" + name
  private static let installed = "share/swift-dominant-color/" + name

  /// Where the photo is: in the checkout that the executable was built in, or beside the place it
  /// was installed to; `nil` when it is in neither.
  package static func path(executable: String? = Executable.currentPath) -> String? {
    guard let executable else { return nil }
    return PathParts(executable).enclosingFolders.lazy
      .flatMap { folder in [inCheckout, installed].map { PathParts.join(folder, $0) } }
      .first { FileKind(path: $0) == .regular }
  }
}
