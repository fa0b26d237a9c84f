internal import CImageShims

/// Owns the memory in which the C side notes what its library said.
final class CodecReport {
  let pointer: UnsafeMutablePointer<cimage_report>

  init() {
    // SAFETY: initialised here to all zeros, as the C side asks for, and freed with this object,
    // which each reader keeps alive for as long as it lives itself.
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: cimage_report())
  }

  deinit {
    pointer.deallocate()
  }

  var status: cimage_status { pointer.pointee.status }

  var errorText: String { String(cString: cimage_error_text(pointer)) }

  var warnings: [ImageWarning] {
    (0..<pointer.pointee.warnings_kept).map { index in
      let times = cimage_warning_times(pointer, index)
      let text = String(cString: cimage_warning_text(pointer, index))
      return ImageWarning(
        "The decoder reports: \(text)\(times > 1 ? " (\(times) times of this kind)" : "").")
    }
  }

  /// Makes an error of a failure to decode.
  func decodingError(
    _ format: ImageFormat, rows: Int, width: Int, height: Int, limits: DecodingLimits
  ) -> ImageCodecError {
    switch status {
    case CIMAGE_TRUNCATED: .truncated(format, rows: rows, height: height)
    case CIMAGE_UNSUPPORTED: .unsupported(format, reason: errorText)
    case CIMAGE_OUT_OF_MEMORY: .outOfMemory(width: width, height: height)
    case CIMAGE_MEMORY_LIMIT:
      // One more at least, where there is such a number.
      .limitExceeded(
        .memoryBytes(
          needed: max(limits.memoryBytes &+ 1, limits.memoryBytes), limit: limits.memoryBytes))
    case CIMAGE_PROFILE_LIMIT: .limitExceeded(.metadataBytes(limit: limits.metadataBytes))
    case CIMAGE_UNREADABLE: .unreadable(reason: errorText)
    case CIMAGE_SCAN_LIMIT: .limitExceeded(.scans(limit: limits.scans))
    case CIMAGE_TIME_LIMIT: .limitExceeded(.seconds(limit: limits.seconds))
    default: .damaged(format, reason: errorText, rows: rows, height: height)
    }
  }

  /// Makes an error of a failure to encode.
  func encodingError(_ format: ImageFormat, width: Int, height: Int) -> ImageCodecError {
    status == CIMAGE_OUT_OF_MEMORY
      ? .outOfMemory(width: width, height: height) : .cannotEncode(format, reason: errorText)
  }
}
