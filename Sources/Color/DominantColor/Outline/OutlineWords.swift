internal import LargePages
internal import Pixels

/// The pixels of an outline, held.
final class OutlineWords {
  /// How many there is room for.
  let capacity: Int
  /// How many there are.
  private(set) var count = 0
  private let words: UnsafeMutablePointer<UInt32>

  /// Makes room for pixels; the memory is the system's until they come.
  init(capacity: Int) {
    self.capacity = capacity
    words = .allocatePages(capacity: capacity)
  }

  deinit { words.freePages() }

  /// The pixels so far.
  var pixels: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(start: words, count: count) }

  /// Adds rows.
  ///
  /// - Parameters:
  ///   - rows: the pixels, no more than there is room for.
  ///   - isCounted: which of them count, others become 0; `nil` where all do.
  func append(_ rows: PixelView, where isCounted: ((UInt32) -> Bool)?) {
    precondition(rows.width * rows.height <= capacity - count, "an outline is as long as was said")
    for y in 0..<rows.height {
      let target = words + count
      // SAFETY: a view promises 4 × width bytes readable at each of its rows, and there is room for all.
      let bytes = UnsafeRawBufferPointer(start: rows.row(y), count: 4 * rows.width)
      bytes.withMemoryRebound(to: UInt32.self) { row in
        guard let isCounted else {
          if let base = row.baseAddress { target.initialize(from: base, count: row.count) }
          return
        }
        for (index, word) in row.enumerated() {
          (target + index).initialize(to: isCounted(word) ? word : 0)
        }
      }
      count += rows.width
    }
  }
}
