public import CLaneShims

/// Blocks that wait to be transformed together.
extension SequentialPass {
  /// How far the coefficients of a block go that has some.
  ///
  /// Blocks of a kind are transformed together.
  public enum Kind {
    /// No more than `SamplePass.fewCoefficients`.
    case few
    /// All others.
    case many

    /// Where its byte of the counts is.
    @inlinable var shift: UInt32 { self == .few ? 0 : 8 }
    /// Where it begins in lists.
    @inlinable var first: Int { self == .few ? 0 : SamplePass.groupSize }
  }

  /// Memory for the blocks of a component that wait, up to `SamplePass.groupSize` of each kind, which
  /// are one after the other in lists.
  public struct Waiting {
    /// Memory that `SamplePass` prepared.
    @usableFromInline let scratch: UnsafeMutableRawPointer
    /// Coefficients in the order of the data, a block after the other.
    @usableFromInline let numbers: UnsafeMutablePointer<Int16>
    /// Lists of blocks: where their coefficients are, where they go, and their first coefficients before
    /// these are multiplied; then those of one group, multiplied.
    @usableFromInline let lists: UnsafeMutableRawPointer

    /// Takes memory of the caller, which must outlive this value.
    ///
    /// - Parameters:
    ///   - scratch: memory that `SamplePass` prepared.
    ///   - numbers: room for ``SequentialPass/numberCount``, which are 0.
    ///   - lists: room for ``SequentialPass/listBytes``, which are 0.
    public init(
      scratch: UnsafeMutableRawPointer, numbers: UnsafeMutablePointer<Int16>,
      lists: UnsafeMutableRawPointer
    ) {
      self.scratch = scratch
      self.numbers = numbers
      self.lists = lists
    }

    @inlinable var blocks: UnsafeMutablePointer<UnsafePointer<Int16>> {
      lists.assumingMemoryBound(to: UnsafePointer<Int16>.self)
    }

    @inlinable var targets: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>> {
      (lists + targetOffset).assumingMemoryBound(to: UnsafeMutablePointer<UInt8>.self)
    }

    @inlinable var sums: UnsafeMutablePointer<Int32> {
      (lists + sumOffset).assumingMemoryBound(to: Int32.self)
    }

    @inlinable var firsts: UnsafeMutablePointer<Int32> {
      (lists + firstOffset).assumingMemoryBound(to: Int32.self)
    }
  }

  /// Blocks that lists have room for.
  @inlinable static var listCount: Int { 2 * SamplePass.groupSize }
  // Where parts of the lists lie, in bytes.
  @inlinable static var targetOffset: Int { 8 * listCount }
  @inlinable static var sumOffset: Int { 16 * listCount }
  @inlinable static var firstOffset: Int { 20 * listCount }
  /// Bytes of the lists.
  public static var listBytes: Int { firstOffset + 4 * SamplePass.groupSize }

  /// Coefficients of blocks of all kinds from which on all that wait are transformed, so that their memory
  /// starts anew and stays in the nearest caches.
  @inlinable static var mostNumbers: Int { 1 << 11 }

  /// Coefficients that there is room for: those, then as many as blocks have that come before the next look,
  /// what is stored behind the end of the last one, and 64 that are 0.
  public static var numberCount: Int { firstZero + 64 }

  /// Where the 64 coefficients are that are 0.
  @inlinable static var firstZero: Int { mostNumbers + 64 * listCount + SamplePass.slotCount }

  /// What is set of counts where a group is full.
  @inlinable static var fullGroups: UInt32 {
    UInt32(truncatingIfNeeded: SamplePass.groupSize) &* 0x101
  }

  /// How many blocks of a kind wait, which is none from now on.
  @inlinable @inline(__always)
  static func take(_ kind: Kind, _ component: UnsafeMutablePointer<Component>) -> Int {
    let counts = component.pointee.counts
    component.pointee.counts = counts & ~(0xFF &<< kind.shift)
    return Int(counts &>> kind.shift & 0xFF)
  }

  /// Transforms the blocks of a kind, and empties their group.
  ///
  /// - Returns: whether numbers grow larger than libjpeg's ways of computing agree on.
  @inlinable @inline(__always)
  public static func transform(
    _ kind: Kind, _ component: UnsafeMutablePointer<Component>
  ) -> Bool {
    let waiting = component.pointee.waiting
    let first = kind.first
    let blocks = waiting.blocks + first
    let count = take(kind, component)
    guard count > 0 else { return false }
    // The transform takes sixteen blocks whatever there are: the others are of zeros, and
    // stored nowhere.
    for block in count..<SamplePass.groupSize {
      blocks[block] = UnsafePointer(waiting.numbers + firstZero)
    }
    // Those of no block are of one before, which were looked at.
    var excess: UInt32 = 0
    for block in 0..<SamplePass.groupSize {
      let sum = waiting.sums[first &+ block]
      let product = sum &* component.pointee.factor
      waiting.firsts[block] = product
      excess |= Self.excess(sum, product)
    }
    clane_gather(
      blocks, waiting.scratch.assumingMemoryBound(to: Int16.self), kind == .few ? 2 : 8)
    let isOut = SamplePass.transform(
      waiting.firsts, count, waiting.scratch, waiting.targets + first,
      stride: component.pointee.stride, side: kind == .few ? 4 : 8)
    return isOut || excess != 0
  }

  /// Transforms the groups of a component that are full.
  ///
  /// - Parameters:
  ///   - component: the component.
  ///   - all: whether to transform all others too.
  ///   - few: transforms blocks of few coefficients: ``transform(_:_:)``.
  ///   - many: transforms all others.
  /// - Returns: whether numbers grow larger than libjpeg's ways of computing agree on.
  @inlinable @inline(__always)
  public static func flush(
    _ component: UnsafeMutablePointer<Component>, all: Bool,
    few: (UnsafeMutablePointer<Component>) -> Bool,
    many: (UnsafeMutablePointer<Component>) -> Bool
  ) -> Bool {
    let numbers = component.pointee.waiting.numbers
    // Both groups at once, because both may have blocks in the memory that starts anew.
    let isAll = all || component.pointee.numbers - numbers >= mostNumbers
    let counts = isAll ? .max : component.pointee.counts & fullGroups
    var isOut = false
    if counts & 0xFF != 0, few(component) { isOut = true }
    if counts & 0xFF00 != 0, many(component) { isOut = true }
    if isAll { component.pointee.numbers = numbers }
    return isOut
  }
}
