internal import Dispatch
internal import ImageCodecs

/// The end of a picture's file, made on a thread of its own.
///
/// Encoders of WebP and AVIF take a picture whole, work for seconds and cannot be asked to stop. Who waits can look
/// for a stop meanwhile and leave the encoder behind: it ends with the process.
final class FileEnding: @unchecked Sendable {
  // SAFETY: Sendable because the thread alone uses the writer once it began, and the result is read only after the
  // semaphore said that it is there.
  private let writer: ImageRowWriter
  private let isThere = DispatchSemaphore(value: 0)
  private var result: Result<[UInt8], ImageCodecError> = .success([])

  /// Begins to end a file, whose writer is used for nothing else any more.
  init(of writer: ImageRowWriter) {
    self.writer = writer
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      result = Result { () throws(ImageCodecError) in try self.writer.finish() }
      isThere.signal()
    }
  }

  /// Waits for the last bytes of the file.
  ///
  /// - Parameter isStopped: asked every few milliseconds.
  /// - Returns: the bytes, or why there are none; `nil` if the encoder was left behind.
  func wait(unless isStopped: () -> Bool) -> Result<[UInt8], ImageCodecError>? {
    while isThere.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      if isStopped() { return nil }
    }
    return result
  }
}
