/// How this program was built.
public enum BuildConfiguration {
  /// Whether it is a debug build, whose times do not carry over to release builds.
  public static let isDebug = _isDebugAssertConfiguration()

  /// "debug" or "release".
  public static var name: String { isDebug ? "debug" : "release" }
}
