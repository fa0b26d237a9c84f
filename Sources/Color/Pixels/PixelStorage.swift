internal import CLibrary

/// The memory of an image: zeroed, freed with the last owner.
final class PixelStorage: @unchecked Sendable {
  // SAFETY: Sendable because all writes go through ImageBuffer, which first makes itself the only
  // owner; shared storage is only read.

  /// The first byte; aligned to 64 bytes, and to 2 MB for large images.
  let baseAddress: UnsafeMutableRawPointer
  private let mapping: ZeroedMemory?

  /// From this size on, memory is mapped and huge pages are asked for: one huge page's size.
  static let hugePage = 2 << 20

  /// Takes zeroed memory; `nil` when the system has none to give.
  init?(byteCount: Int) {
    guard byteCount >= Self.hugePage else {
      baseAddress = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 64), alignment: 64)
      baseAddress.initializeMemory(as: UInt8.self, repeating: 0, count: max(byteCount, 64))
      mapping = nil
      return
    }
    // One huge page more than needed: to start on a boundary takes less than that.
    let (length, overflow) = byteCount.addingReportingOverflow(Self.hugePage)
    guard !overflow else { return nil }
    guard let memory = ZeroedMemory(byteCount: length) else { return nil }
    let start = memory.start
    // SAFETY: rounding up moves the start by less than one huge page, which was added.
    let address = (UInt(bitPattern: start) + UInt(Self.hugePage) - 1) & ~UInt(Self.hugePage - 1)
    baseAddress = start + Int(address - UInt(bitPattern: start))
    mapping = memory
    ZeroedMemory.adviseHugePages(baseAddress, byteCount: byteCount)
  }

  /// Whether the first `count` bytes of two storages are the same.
  func hasSameBytes(as other: PixelStorage, count: Int) -> Bool {
    // SAFETY: callers compare images of one shape, so both storages hold `count` bytes.
    memcmp(baseAddress, other.baseAddress, count) == 0
  }

  deinit {
    if let mapping {
      mapping.giveBack()
    } else {
      baseAddress.deallocate()
    }
  }
}
