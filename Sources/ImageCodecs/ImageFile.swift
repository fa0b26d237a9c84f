#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

internal import Synchronization

/// An open picture file, read a piece at a time and never held whole.
///
/// ```swift
/// var reader = try ImageRowReader(ImageFile(opening: "gigapixel.png"))
/// while try reader.readRows(into: band) > 0 { … }
/// ```
///
/// Any number of readers may use one file, on any threads. A file that shrinks while it is read is
/// a file cut short; what is added to it is not looked at.
public final class ImageFile: Sendable {
  /// The path it was opened by.
  public let path: String
  /// Bytes in the file when it was opened.
  public let byteCount: Int
  let descriptor: Int32
  private let failedRead = Atomic<Int32>(0)

  /// What the system said when a read last failed; `nil` when none did.
  var readFailure: ImageCodecError? {
    let code = failedRead.load(ordering: .relaxed)
    return code == 0 ? nil : .unreadable(reason: String(cString: strerror(code)))
  }

  /// Opens a regular file; never waits for a pipe or a device.
  ///
  /// - Parameter path: the file; links are followed.
  /// - Throws: ``FileAccessError``, which names the file and the cause.
  public init(opening path: String) throws(FileAccessError) {
    (descriptor, byteCount) = try openRegularFile(at: path)
    self.path = path
  }

  deinit { close(descriptor) }

  /// Reads bytes from an offset on; fewer than asked for at the end, or where reading fails.
  func read(into memory: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    var filled = 0
    while filled < memory.count {
      let room = UnsafeMutableRawBufferPointer(rebasing: memory[filled...])
      // SAFETY: `room` is what the caller's memory has left.
      let got = retryingInterrupts {
        pread(descriptor, room.baseAddress, room.count, off_t(offset + filled))
      }
      if got < 0 { failedRead.store(errno, ordering: .relaxed) }
      if got <= 0 { break }
      filled += got
    }
    return filled
  }
}

/// Opens a file for reading unless it is none that has an end.
func openRegularFile(at path: String) throws(FileAccessError) -> (descriptor: Int32, size: Int) {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  guard file >= 0 else { throw .afterFailure(path: path) }
  var status = stat()
  var failure: FileAccessError?
  if fstat(file, &status) != 0 {
    failure = .afterFailure(path: path)
  } else if isKind(status.st_mode, S_IFDIR) {
    failure = .isDirectory(path: path)
  } else if !isKind(status.st_mode, S_IFREG) {
    failure = .notRegular(path: path)
  }
  if let failure {
    close(file)
    throw failure
  }
  return (file, Int(status.st_size))
}
