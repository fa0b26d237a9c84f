/// A 64-bit FNV-1a hash, which is the same in every run and on every machine.
///
/// Swift's own differs from process to process. This one tells builds and inputs apart; it is no
/// defence against forgery.
struct ContentHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    // Iterating over any sequence is slow in debug builds, and executables are hashed at each run.
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      var hash = state
      for index in 0..<buffer.count { hash = (hash ^ UInt64(buffer[index])) &* 0x100_0000_01B3 }
      state = hash
    }
    guard isDone == nil else { return }
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// Adds a text, and its end, so that neighbours do not run together.
  mutating func add(_ text: String) {
    add(text.utf8)
    // A byte that UTF-8 never contains.
    add(CollectionOfOne<UInt8>(0xFF))
  }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
