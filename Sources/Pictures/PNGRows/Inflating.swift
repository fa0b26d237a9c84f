/// Who inflates the rows of a picture; the pixels are the same.
package enum Inflating: Hashable, Sendable {
  /// The caller's thread.
  case here
  /// Another thread, at most two strips of rows, about 2 MB, and 1 MB of the file ahead of the rows that
  /// were read. Where the caller has to wait for it, the caller decodes blocks further on.
  case ahead
  /// The caller's thread, which before each block decodes some further on, so many bytes of the file at
  /// a time, 32 to 2¹⁷: what ``ahead`` does at moments that chance chooses, done always and in one order,
  /// for tests.
  case inTurn(stepBytes: Int)

  var isAhead: Bool { self == .ahead }
  var decodesBlocksAhead: Bool { self != .here }
}
