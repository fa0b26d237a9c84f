/// Memory for loops that go by whole vectors.
enum VectorMemory {
  /// Takes memory for numbers and fifteen more, zeroed.
  static func take<Number: FixedWidthInteger>(_ count: Int) -> UnsafeMutablePointer<Number> {
    // SAFETY: initialised whole before anyone reads; the types are trivial.
    let numbers = UnsafeMutablePointer<Number>.allocate(capacity: count + 15)
    numbers.initialize(repeating: 0, count: count + 15)
    return numbers
  }
}
