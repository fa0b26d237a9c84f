package import ImageCodecs
package import Reporting

/// An input that gave no image.
package typealias InputFailure = HarnessFailure

extension HarnessFailure {
  /// A file that is not a complete image.
  package init(_ error: ImageCodecError, path: String) {
    self.init(message: "'\(path)': \(error.description)", status: .damagedInput)
  }

  /// There is nothing to read.
  package static func noInput(_ path: String, _ cause: String) -> HarnessFailure {
    HarnessFailure(message: "'\(path)': \(cause)", status: .missingInput)
  }

  /// The machine is too small for the image.
  package static func noMemory(_ name: String, _ cause: String) -> HarnessFailure {
    HarnessFailure(message: "'\(name)': \(cause)", status: .failure)
  }
}
