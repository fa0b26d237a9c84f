internal import CVectorShims
internal import Hashing

/// Which kernels this build holds.
enum KernelBuild {
  /// Sixteen hexadecimal digits, equal for builds of the same kernels.
  ///
  /// Made of the code that they run without its comments, of the compiler, and of whether it
  /// optimised: programs that link the same kernels have the same.
  static let hash: String = {
    var hash = FNV1a(value: cv_kernel_sources_hash())
    hash.add("\(String(cString: cv_compiler())) \(optimisation)".utf8)
    return hash.text
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
