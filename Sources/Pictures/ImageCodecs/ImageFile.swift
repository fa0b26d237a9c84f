internal import CLibrary
public import Files
internal import Synchronization

/// An open picture file, read a piece at a time and never held whole.
///
/// ```swift
/// var reader = try ImageRowReader(ImageFile(opening: "gigapixel.png"))
/// while try reader.readRows(into: band) > 0 { … }
/// ```
///
/// Any number of readers may use one file, on any threads. A file that shrinks while it is read is
/// truncated; bytes that are added to it are ignored.
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
    return code == 0 ? nil : .unreadable(reason: systemMessage(code))
  }

  /// Opens a regular file; never waits for a pipe or a device.
  ///
  /// - Parameter path: the file; links are followed.
  /// - Throws: `FileAccessError`, which names the file and the cause.
  public init(opening path: String) throws(FileAccessError) {
    (descriptor, byteCount) = try openRegularFile(at: path)
    self.path = path
  }

  /// Opens a regular file in a folder that others may have filled.
  ///
  /// - Parameters:
  ///   - path: the path from the folder.
  ///   - folder: the folder.
  /// - Throws: `FileAccessError`, which names the file and the cause.
  package init(opening path: String, in folder: EnclosedFolder) throws(FileAccessError) {
    let (descriptor, entry) = try folder.openFile(at: path)
    (self.descriptor, byteCount, self.path) = (descriptor, Int(entry.size), path)
  }

  deinit { close(descriptor) }

  /// The format that its first bytes show; `nil` for none of ``ImageFormat/all``.
  package var format: ImageFormat? {
    withUnsafeTemporaryAllocation(byteCount: ImageFormat.sniffedBytes, alignment: 1) { memory in
      let count = read(into: memory, at: 0)
      return ImageFormat(sniffing: UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }
  }

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
