internal import CDominantColor
internal import DominantColor
internal import FilePalettes
internal import Files
internal import ImageCodecs

/// A failure on its way to a caller in C: a code and a sentence.
struct Failure: Error {
  let status: Int
  let message: String

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  /// A caller's mistake.
  static func invalid(_ message: String) -> Failure {
    Failure(DOMINANTCOLOR_INVALID_ARGUMENT, message)
  }

  /// A picture that gave no palette.
  ///
  /// - Parameters:
  ///   - error: the cause.
  ///   - path: the file's; `nil` for bytes.
  init(_ error: ImageCodecError, path: String? = nil) {
    status =
      switch error {
      case .empty, .notAnImage: DOMINANTCOLOR_NOT_AN_IMAGE
      case .truncated: DOMINANTCOLOR_TRUNCATED
      case .damaged, .tooFewBytes: DOMINANTCOLOR_DAMAGED
      case .unsupported, .lacksLibrary, .cannotEncode: DOMINANTCOLOR_UNSUPPORTED
      case .limitExceeded: DOMINANTCOLOR_LIMIT_EXCEEDED
      case .outOfMemory, .memoryInUse: DOMINANTCOLOR_OUT_OF_MEMORY
      case .unreadable: DOMINANTCOLOR_FILE_ACCESS
      }
    message = path.map { "'\($0)': \(error.description)" } ?? error.description
  }

  /// A file that could not be opened.
  init(_ error: FileAccessError) {
    status =
      if case .tooLarge = error {
        DOMINANTCOLOR_LIMIT_EXCEEDED
      } else {
        DOMINANTCOLOR_FILE_ACCESS
      }
    message = error.description
  }

  /// A histogram that could not be made, merged or read.
  init(_ error: HistogramError) {
    status =
      switch error {
      case .methodWithoutHistogram: DOMINANTCOLOR_INVALID_ARGUMENT
      case .unlike, .tooManyPixels: DOMINANTCOLOR_INCOMPATIBLE
      case .unsupportedVersion, .malformed: DOMINANTCOLOR_INVALID_HISTOGRAM
      }
    message = error.description
  }

  /// A picture that gave no histogram.
  init(_ error: FileHistogramError, path: String? = nil) {
    switch error {
    case .file(let error): self.init(error, path: path)
    case .histogram(let error): self.init(error)
    }
  }
}

/// Runs the body of a function of the C interface while no thread forks, and words its failure.
///
/// - Parameters:
///   - report: where a caller in C wants to be told; may be `nil`.
///   - body: the work.
/// - Returns: the status.
func reporting(
  to report: UnsafeMutablePointer<dominantcolor_error>?, _ body: () throws(Failure) -> Void
) -> dominantcolor_status {
  betweenForks {
    do throws(Failure) {
      try body()
      report?.pointee = dominantcolor_error()
      return dominantcolor_status(DOMINANTCOLOR_OK)
    } catch {
      if let report { error.write(to: report) }
      return dominantcolor_status(error.status)
    }
  }
}

extension Failure {
  /// Writes the code and as much of the sentence as there is room for, in whole characters.
  fileprivate func write(to report: UnsafeMutablePointer<dominantcolor_error>) {
    report.pointee = dominantcolor_error()
    report.pointee.status = dominantcolor_status(status)
    withUnsafeMutableBytes(of: &report.pointee.message) { room in
      var length = 0
      for scalar in message.unicodeScalars {
        let units = UTF8.encode(scalar).map(Array.init) ?? []
        // The last byte stays the NUL that ends the text; one inside it would cut it short.
        guard length + units.count < room.count, scalar.value != 0 else { break }
        for (index, unit) in units.enumerated() { room[length + index] = unit }
        length += units.count
      }
    }
  }
}
