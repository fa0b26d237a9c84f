/// How this program was built.
enum BuildConfiguration {
  /// Whether it is a debug build, whose times say nothing.
  static let isDebug = _isDebugAssertConfiguration()

  /// "debug" or "release".
  static var name: String { isDebug ? "debug" : "release" }
}
