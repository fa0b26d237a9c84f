/// The version that commands answer to `--version`, as the changelog counts it.
package enum ProjectVersion {
  /// Three numbers.
  package static let text = "0.3.0-dev"
}
