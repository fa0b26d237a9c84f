internal import CMeasuringShims

/// How this package was compiled, as far as compiled code can know.
///
/// A package manager gives all of a build the same flags, so this module's stand for the rest. What
/// leaves no trace in the code, such as `-Osize` beside `-O`, is not seen.
enum CompilerFlags {
  /// `swiftc -O, clang -O for x86-64 with SSE2` and the like; sanitizers are among clang's.
  static var description: String {
    let swift = ["swiftc", optimisation] + definitions
    let c = String(cString: cmeasurement_c_flags())
    return swift.joined(separator: " ") + ", clang" + c
  }

  // Stored, because the compiler warns of branches on what it knows.
  private static let isUnoptimised = _isDebugAssertConfiguration()
  private static let isUnchecked = _isFastAssertConfiguration()

  private static var optimisation: String {
    isUnoptimised ? "-Onone" : isUnchecked ? "-Ounchecked" : "-O"
  }

  private static var definitions: [String] {
    #if DEBUG
      ["-D DEBUG"]
    #else
      []
    #endif
  }
}
