/// How this program was built.
public enum BuildConfiguration {
  #if DEBUG
    /// Whether it is a debug build, whose times do not carry over to release builds.
    public static let isDebug = true
  #else
    /// Whether it is a debug build, whose times do not carry over to release builds.
    public static let isDebug = false
  #endif

  /// "debug" or "release".
  public static var name: String { isDebug ? "debug" : "release" }
}
