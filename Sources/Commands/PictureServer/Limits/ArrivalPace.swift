/// Whether the content of a request arrives fast enough: of each few seconds, so many bytes.
package struct ArrivalPace: Sendable {
  /// Seconds after which it is looked at, again and again.
  package let seconds: Int
  private let leastBytes: Int
  private var bytes = 0

  /// Begins to count.
  package init(_ limits: ServerLimits) {
    seconds = limits.paceSeconds
    leastBytes = limits.paceSeconds * limits.leastBytesASecond
  }

  /// Takes bytes that arrived.
  package mutating func add(_ count: Int) { bytes += count }

  /// Whether the bytes since the last look are too few; asked every so many ``seconds``.
  package mutating func isTooSlow() -> Bool {
    defer { bytes = 0 }
    return bytes < leastBytes
  }
}
