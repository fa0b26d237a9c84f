/// Why a file cannot be read as an object file.
package enum ObjectFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// It does not begin like an ELF file.
  case notELF
  /// It holds the compiler's intermediate code (LTO): machine code exists only after linking.
  case intermediateCode
  /// It is an ELF file that this reader does not support.
  case unsupported(String)
  /// A part of it lies outside of the file or contradicts another.
  case malformed(String)

  /// A sentence fragment for people.
  package var description: String {
    switch self {
    case .notELF: "it is not an ELF object file"
    case .intermediateCode:
      "it holds LLVM bitcode (link-time optimization), which has no functions until it is linked"
    case .unsupported(let what): "\(what) is not supported"
    case .malformed(let what): "it is malformed: \(what)"
    }
  }
}
