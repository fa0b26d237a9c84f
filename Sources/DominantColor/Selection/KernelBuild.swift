internal import CVectorShims

/// Which kernels this build holds.
enum KernelBuild {
  /// Sixteen hexadecimal digits, equal for builds of the same kernels.
  ///
  /// Made of the code that they run without its comments, of the compiler, and of whether it optimised:
  /// programs that link the same kernels have the same.
  static let hash: String = {
    var hash = cv_kernel_sources_hash()
    for byte in "\(String(cString: cv_compiler())) \(optimisation)".utf8 {
      // FNV-1a, as over the sources.
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }()

  /// The hash of Swift or C code, in which comments do not count.
  static func hash(ofCode bytes: [UInt8]) -> UInt64 { cv_hash_of_code(bytes, bytes.count) }

  private static var optimisation: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }
}
