internal import JPEGLanes
internal import LargePages

/// A piece of the coded data without its stuffed bytes and markers, in padded memory.
///
/// ``EntropyReader`` fills it.
final class EntropyBuffer {
  /// Bytes of a piece.
  let capacity: Int
  /// The data, and what lanes may overrun it by.
  let bytes: UnsafeMutablePointer<UInt8>
  /// Bytes of data.
  var count = 0
  /// The byte of the piece before at which this one begins.
  var start = 0
  /// Where restart markers stood that the piece before does not have, in order.
  var restarts: [Int] = []
  /// Whether the marker at the end of the picture has come.
  var isComplete = false

  /// The largest piece whose bits lanes can number.
  static let largestCapacity = 1 << 20

  /// Makes an empty piece, of 4096 bytes to ``largestCapacity``.
  init(capacity: Int) {
    self.capacity = min(max(capacity, 4096), Self.largestCapacity)
    bytes = .allocatePages(capacity: self.capacity + LaneRun.overrunBytes)
  }

  deinit { bytes.freePages() }
}
