/// How this program was built.
package enum BuildConfiguration {
  #if DEBUG
    /// Whether it is a debug build, whose times do not carry over to release builds.
    package static let isDebug = true
  #else
    /// Whether it is a debug build, whose times do not carry over to release builds.
    package static let isDebug = false
  #endif

  /// "debug" or "release".
  package static var name: String { isDebug ? "debug" : "release" }
}
