/// For each of some points the nearest of some centres, in 16-bit coordinates of three dimensions.
///
/// A point or centre is two words: the first component in the low half of one and the second in its
/// high half, the third in the low half of the other, whose high half is 0. So two multiplications
/// square all three differences, of sixteen points at once.
///
/// Loops go by whole vectors: after the last point there is room for fifteen more, whose numbers may
/// be anything.
@frozen
public struct NearestCenters {
  @usableFromInline let firsts: UnsafePointer<UInt32>
  @usableFromInline let thirds: UnsafePointer<UInt32>
  @usableFromInline let count: Int

  /// Takes points.
  ///
  /// - Parameters:
  ///   - firsts: the first two components of each.
  ///   - thirds: the third.
  ///   - count: how many.
  @inlinable @inline(__always)
  public init(_ firsts: UnsafePointer<UInt32>, _ thirds: UnsafePointer<UInt32>, count: Int) {
    self.firsts = firsts
    self.thirds = thirds
    self.count = count
  }

  /// Sixteen points.
  @usableFromInline
  struct Points {
    @usableFromInline let first: Lanes
    @usableFromInline let third: Lanes

    @inlinable @inline(__always)
    init(_ firsts: UnsafePointer<UInt32>, _ thirds: UnsafePointer<UInt32>, _ place: Int) {
      first = Lanes(loading: firsts + place)
      third = Lanes(loading: thirds + place)
    }

    /// The squared distances to a centre.
    @inlinable @inline(__always)
    func squares(to center: UnsafePointer<UInt32>) -> Lanes {
      first.subtractingHalves(Lanes(repeating: center[0])).squaredHalves
        &+ third.subtractingHalves(Lanes(repeating: center[1])).squaredHalves
    }
  }

  /// Where the loops say which points changed clusters.
  @frozen
  public struct Changes {
    @usableFromInline let points: UnsafeMutablePointer<UInt32>
    @usableFromInline let oldLabels: UnsafeMutablePointer<UInt32>

    /// Takes memory for as many words as points and fifteen more.
    ///
    /// - Parameters:
    ///   - points: where the numbers of points go that changed.
    ///   - oldLabels: where their labels go as they were.
    @inlinable @inline(__always)
    public init(
      _ points: UnsafeMutablePointer<UInt32>, oldLabels: UnsafeMutablePointer<UInt32>
    ) {
      self.points = points
      self.oldLabels = oldLabels
    }

    /// Writes down which of sixteen points changed.
    ///
    /// - Returns: how many entries there are then.
    @inlinable @inline(__always)
    func add(_ old: Lanes, _ new: Lanes, at place: Int, of count: Int, after entries: Int) -> Int {
      var bits = old.differingBits(new)
      if bits == 0 { return entries }
      let left = UInt32(truncatingIfNeeded: count &- place)
      // What lies behind the last point may have changed too; it is not one.
      if left < 16 { bits &= ((1 as UInt32) &<< left) &- 1 }
      (Lanes.indices &+ Lanes(repeating: UInt32(truncatingIfNeeded: place)))
        .compress(to: points + entries, where: bits)
      old.compress(to: oldLabels + entries, where: bits)
      return entries &+ bits.nonzeroBitCount
    }
  }

  /// Finds the nearest centres; of equals the first.
  ///
  /// - Parameters:
  ///   - centers: two words each.
  ///   - centerCount: centres, at least one.
  ///   - squares: where the squared distances to the nearest go.
  ///   - labels: the nearest centres' numbers, as they were and afterwards as they are.
  ///   - changes: where the points go that changed.
  /// - Returns: how many changed.
  /// - Complexity: O(*points* · *centres*).
  @inlinable @inline(__always)
  public func assign(
    to centers: UnsafePointer<UInt32>, _ centerCount: Int, squares: UnsafeMutablePointer<Int32>,
    labels: UnsafeMutablePointer<Int32>, changes: Changes
  ) -> Int {
    var changed = 0
    var place = 0
    // SAFETY: the caller vouches for room for whole vectors, and for two words of each centre.
    while place < count {
      let points = Points(firsts, thirds, place)
      var best = points.squares(to: centers)
      var label = Lanes(repeating: 0)
      var number = 1
      while number < centerCount {
        let square = points.squares(to: centers + 2 &* number)
        let isNearer = square.isLessSigned(than: best)
        label = Lanes(repeating: UInt32(truncatingIfNeeded: number))
          .selected(by: isNearer, else: label)
        best = square.selected(by: isNearer, else: best)
        number &+= 1
      }
      best.store(to: squares + place)
      let old = Lanes(loading: labels + place)
      label.store(to: labels + place)
      changed = changes.add(old, label, at: place, of: count, after: changed)
      place &+= 16
    }
    return changed
  }

  /// Finds the nearest and the second nearest of at least two centres; of equals the first.
  ///
  /// - Parameters:
  ///   - centers: two words each.
  ///   - centerCount: centres, at least two.
  ///   - two: where the results go.
  /// - Complexity: O(*points* · *centres*).
  @inlinable @inline(__always)
  public func findTwo(
    of centers: UnsafePointer<UInt32>, _ centerCount: Int, into two: NearestTwo
  ) {
    var place = 0
    // SAFETY: as above.
    while place < count {
      let points = Points(firsts, thirds, place)
      var best = points.squares(to: centers)
      var label = Lanes(repeating: 0)
      var second = Lanes(repeating: UInt32(Int32.max))
      var other = Lanes(repeating: 0)
      var number = 1
      while number < centerCount {
        let square = points.squares(to: centers + 2 &* number)
        let numbers = Lanes(repeating: UInt32(truncatingIfNeeded: number))
        let isNearer = square.isLessSigned(than: best)
        let isSecond = square.isLessSigned(than: second)
        // Before label and best change: where a centre is nearer, the nearest so far becomes
        // the second.
        other = label.selected(by: isNearer, else: numbers.selected(by: isSecond, else: other))
        second = best.selected(by: isNearer, else: square.selected(by: isSecond, else: second))
        label = numbers.selected(by: isNearer, else: label)
        best = square.selected(by: isNearer, else: best)
        number &+= 1
      }
      best.store(to: two.squares + place)
      label.store(to: two.labels + place)
      second.store(to: two.seconds + place)
      other.store(to: two.others + place)
      place &+= 16
    }
  }

  /// Finds the nearest centres where one was replaced; of equals the first.
  ///
  /// - Parameters:
  ///   - number: the number of the centre that was replaced.
  ///   - center: what replaces it, two words.
  ///   - two: the nearest two centres of each point before.
  ///   - squares: where the squared distances to the nearest go.
  ///   - labels: where the nearest centres' numbers go.
  ///   - changes: where the points go that are nearest to another number than before.
  /// - Returns: how many those are.
  /// - Complexity: O(*points*).
  @inlinable @inline(__always)
  public func replace(
    _ number: Int, by center: UnsafePointer<UInt32>, _ two: NearestTwo,
    squares: UnsafeMutablePointer<Int32>, labels: UnsafeMutablePointer<Int32>, changes: Changes
  ) -> Int {
    let numbers = Lanes(repeating: UInt32(truncatingIfNeeded: number))
    var changed = 0
    var place = 0
    // SAFETY: as above.
    while place < count {
      let square = Points(firsts, thirds, place).squares(to: center)
      let old = Lanes(loading: two.labels + place)
      let isReplaced = old.isEqual(to: numbers)
      let rest = Lanes(loading: two.seconds + place)
        .selected(by: isReplaced, else: Lanes(loading: two.squares + place))
      let label = Lanes(loading: two.others + place).selected(by: isReplaced, else: old)
      // Of equals the first: all ones, which is −1, lets an equal distance win.
      let isNearer = square.isLessSigned(than: rest &- numbers.isLessSigned(than: label))
      let new = numbers.selected(by: isNearer, else: label)
      square.selected(by: isNearer, else: rest).store(to: squares + place)
      new.store(to: labels + place)
      changed = changes.add(old, new, at: place, of: count, after: changed)
      place &+= 16
    }
    return changed
  }
}
