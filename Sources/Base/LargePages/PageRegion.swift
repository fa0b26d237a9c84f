internal import CLibrary

/// A piece of memory that parts are taken from, the first that fits from its start on.
struct PageRegion {
  /// What parts are aligned to.
  static let alignment = 64

  /// A part in use.
  private struct Part {
    let start: Int
    let end: Int
  }

  private let mapping: ZeroedMemory
  private let base: UInt
  /// Bytes to take parts of.
  let byteCount: Int
  /// Parts, in order.
  private var parts: [Part] = []
  /// How many bytes from the start may have been written to.
  private var reach = 0

  /// Asks the system for memory of at least so many bytes, whose pages it gives when they are written to;
  /// `nil` where there is none.
  init?(byteCount: Int) {
    let page = LargePages.pageBytes
    // A page more than needed, because the system aligns to small pages:
    //
    //     mapping   | up to a page | base … byteCount … | rest of the page |
    //                              ^ a multiple of the large page
    let (rounded, overflow) = byteCount.addingReportingOverflow(2 * page - 1)
    guard !overflow, let mapping = ZeroedMemory(byteCount: rounded / page * page) else {
      return nil
    }
    self.mapping = mapping
    // SAFETY: rounding up moves the start by less than the page that was added.
    let start = UInt(bitPattern: mapping.start)
    base = (start + UInt(page) - 1) / UInt(page) * UInt(page)
    self.byteCount = rounded / page * page - page
    if let start = UnsafeMutableRawPointer(bitPattern: base) {
      ZeroedMemory.adviseHugePages(start, byteCount: self.byteCount)
    }
  }

  var addresses: Range<UInt> { base..<base + UInt(byteCount) }

  /// Whether no part is in use.
  var isFree: Bool { parts.isEmpty }

  /// Bytes of the pages that may have been written to.
  var touchedBytes: Int {
    (reach + LargePages.pageBytes - 1) / LargePages.pageBytes * LargePages.pageBytes
  }

  /// Takes a part.
  ///
  /// - Parameters:
  ///   - byteCount: its bytes, 1 or more.
  ///   - mayTouch: whether it may lie on pages that were never written to.
  /// - Returns: its address; `nil` where there is no room.
  mutating func take(_ byteCount: Int, mayTouch: Bool) -> UInt? {
    let limit = mayTouch ? self.byteCount : touchedBytes
    guard byteCount <= limit else { return nil }
    let size = (byteCount + Self.alignment - 1) / Self.alignment * Self.alignment
    var (start, place) = (0, 0)
    // From the start on, so that memory is used which was touched before: `reach` grows only
    // where there is no gap.
    while place < parts.count, parts[place].start - start < size {
      start = parts[place].end
      place += 1
    }
    guard start + size <= limit else { return nil }
    parts.insert(Part(start: start, end: start + size), at: place)
    reach = max(reach, start + size)
    return base + UInt(start)
  }

  /// Takes a part back, by its address.
  mutating func giveBack(_ address: UInt) {
    guard let index = parts.firstIndex(where: { base + UInt($0.start) == address }) else {
      preconditionFailure("no part of this memory begins at \(address)")
    }
    parts.remove(at: index)
  }

  /// Gives the memory back to the system; no part may be in use.
  func unmap() { mapping.giveBack() }
}
