extension PointTable {
  /// Points worked on at a time, so that what is known of them stays in the first-level cache.
  private static let block = 512

  /// The squared distance between two points of 16-bit components, for loops that the compiler
  /// turns into vectors: differences fit 16 bits, so a 16-bit multiplication does.
  @inline(__always)
  private static func square(
    _ l: Int16, _ a: Int16, _ b: Int16, _ center: (l: Int16, a: Int16, b: Int16)
  ) -> Int32 {
    let dl = Int32(l &- center.l)
    let da = Int32(a &- center.a)
    let db = Int32(b &- center.b)
    return dl &* dl &+ da &* da &+ db &* db
  }

  @inline(__always)
  private static func halves(_ color: FixedOKLab) -> (l: Int16, a: Int16, b: Int16) {
    (
      Int16(truncatingIfNeeded: color.l), Int16(truncatingIfNeeded: color.a),
      Int16(truncatingIfNeeded: color.b)
    )
  }

  @inline(__always)
  private static func lesser(_ left: Int32, _ right: Int32) -> Int32 {
    right < left ? right : left
  }

  private typealias Halves = (l: Int16, a: Int16, b: Int16)

  /// Hands over centres four at a time, with the number of the first; the last centre again where
  /// there are no four, which is never nearer than itself.
  @inline(__always)
  private static func sweep(
    _ centers: [FixedOKLab], _ body: (Int32, (Halves, Halves, Halves, Halves)) -> Void
  ) {
    func center(_ label: Int) -> Halves { halves(centers[min(label, centers.count - 1)]) }
    for first in stride(from: 0, to: centers.count, by: 4) {
      body(
        Int32(truncatingIfNeeded: first),
        (center(first), center(first + 1), center(first + 2), center(first + 3)))
    }
  }

  /// Finds every point's nearest centre, the first of equals, and tells of each change.
  ///
  /// - Parameters:
  ///   - centers: at least one.
  ///   - changed: called with a point's index, its old and its new label.
  func assign(to centers: [FixedOKLab], changed: (Int, Int, Int) -> Void) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.block) { scratch in
      guard let fresh = scratch.baseAddress else { return }
      var start = 0
      while start < count {
        let size = min(Self.block, count - start)
        // SAFETY: `start + index` is a point, `index` under the scratch memory's size. Pointers are
        // copied to locals, or each store would be feared to change them.
        let (l, a, b) = (l + start, a + start, b + start)
        let squares = squares + start
        let labels = labels + start
        for index in 0..<size {
          squares[index] = .max
          fresh[index] = 0
        }
        Self.sweep(centers) { first, group in
          let (c0, c1, c2, c3) = group
          for index in 0..<size {
            let (l, a, b) = (l[index], a[index], b[index])
            var square = squares[index]
            var label = fresh[index]
            let d0 = Self.square(l, a, b, c0)
            label = d0 < square ? first : label
            square = Self.lesser(square, d0)
            let d1 = Self.square(l, a, b, c1)
            label = d1 < square ? first &+ 1 : label
            square = Self.lesser(square, d1)
            let d2 = Self.square(l, a, b, c2)
            label = d2 < square ? first &+ 2 : label
            square = Self.lesser(square, d2)
            let d3 = Self.square(l, a, b, c3)
            label = d3 < square ? first &+ 3 : label
            square = Self.lesser(square, d3)
            squares[index] = square
            fresh[index] = label
          }
        }
        for index in 0..<size where fresh[index] != labels[index] {
          let old = labels[index]
          labels[index] = fresh[index]
          changed(start &+ index, Int(old), Int(fresh[index]))
        }
        start += size
      }
    }
  }

  /// Finds the squared distance of every point to its second nearest centre.
  ///
  /// - Parameter centers: those that the points were last assigned to; at least two.
  func findSeconds(_ centers: [FixedOKLab]) {
    var start = 0
    while start < count {
      let size = min(Self.block, count - start)
      // SAFETY: `start + index` is a point.
      let (l, a, b) = (l + start, a + start, b + start)
      let seconds = seconds + start
      let labels = labels + start
      for index in 0..<size { seconds[index] = .max }
      for (label, center) in centers.enumerated() {
        let center = Self.halves(center)
        let label = Int32(truncatingIfNeeded: label)
        for index in 0..<size {
          let square = Self.square(l[index], a[index], b[index], center)
          let old = seconds[index]
          let other = labels[index] == label ? Int32.max : square
          seconds[index] = other < old ? other : old
        }
      }
      start += size
    }
  }

  /// Measures every point's squared distance to one of them.
  func measure(to point: Int) {
    let center = Self.halves(color(point))
    // SAFETY: indices of points.
    let (l, a, b, candidates) = (l, a, b, candidates)
    for index in 0..<count {
      candidates[index] = Self.square(l[index], a[index], b[index], center)
    }
  }

  /// The inertia: the sum of weight times squared distance to the nearest centre.
  var inertia: Int64 {
    var sum: Int64 = 0
    // SAFETY: indices of points; the sum fits by the promise of `mostWeight`.
    for index in 0..<count { sum &+= weights[index] &* Int64(squares[index]) }
    return sum
  }

  /// The index of the point that adds most to the inertia, the first of equals; `nil` when none
  /// adds anything.
  func worst(except taken: [Int]) -> Int? {
    var worst: (index: Int, cost: Int64)?
    // SAFETY: indices of points; a product fits by the promise of `mostWeight`.
    for index in 0..<count {
      let cost = weights[index] &* Int64(squares[index])
      if cost > worst?.cost ?? 0, !taken.contains(index) { worst = (index, cost) }
    }
    return worst?.index
  }

  /// Adds the worst points to centres until there are `count`; fewer only when every point lies on
  /// a centre.
  func complete(_ centers: inout [FixedOKLab], to count: Int) {
    while centers.count < count {
      assign(to: centers) { _, _, _ in }
      guard let index = worst(except: []) else { return }
      centers.append(color(index))
    }
  }
}
