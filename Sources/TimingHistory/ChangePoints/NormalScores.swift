internal import Measuring

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Van der Waerden's normal scores: ranks turned into the quantiles a normal sample would have.
///
/// Scores of a stretch do not depend on the distribution of its values, which is why a threshold
/// simulated once holds for skewed times and for outliers too; against a shift in normal noise they
/// lose nothing compared with the values themselves.
struct NormalScores {
  /// The scores of ranks 0 ..< length, by length: a scan meets the same few lengths many times.
  private var tables: [Int: [Double]] = [:]

  /// The scores of the ranks of so many different values, in rising order.
  mutating func table(length: Int) -> [Double] {
    if let known = tables[length] { return known }
    let made = (0..<length).map { rank in
      Self.quantile((Double(rank) + 0.5) / Double(length))
    }
    tables[length] = made
    return made
  }

  /// The scores of values in the order they came in; equal values share the mean of their scores.
  ///
  /// - Parameter ranks: Numbers that order the values, equal for equal values.
  /// - Returns: The scores, and the sum of their squares (0 when all values are equal).
  mutating func scores(ofRanks ranks: ArraySlice<Int32>) -> (scores: [Double], squares: Double) {
    let table = table(length: ranks.count)
    // The rank in the high half, the place in the low half: sorting integers needs no closure.
    var keys = [UInt64]()
    keys.reserveCapacity(ranks.count)
    for (place, rank) in ranks.enumerated() {
      keys.append(UInt64(UInt32(bitPattern: rank)) << 32 | UInt64(place))
    }
    keys.sort()
    var scores = [Double](repeating: 0, count: ranks.count)
    var squares = 0.0
    var first = 0
    while first < keys.count {
      var end = first + 1
      while end < keys.count, keys[end] >> 32 == keys[first] >> 32 { end += 1 }
      var score = table[first]
      if end - first > 1 {
        for index in first + 1..<end { score += table[index] }
        score /= Double(end - first)
      }
      for index in first..<end { scores[Int(keys[index] & 0xFFFF_FFFF)] = score }
      squares += score * score * Double(end - first)
      first = end
    }
    // Rounding leaves a trace of 1e-16 where all values are one.
    let allEqual = keys.first.map { $0 >> 32 } == keys.last.map { $0 >> 32 }
    return (scores, allEqual ? 0 : squares)
  }

  /// Numbers that order values as the values do; equal values get equal numbers.
  static func ranks(of values: [Double]) -> [Int32] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Int32](repeating: 0, count: values.count)
    var rank: Int32 = 0
    for (place, index) in order.enumerated() {
      if place > 0, values[order[place - 1]] < values[index] { rank += 1 }
      ranks[index] = rank
    }
    return ranks
  }

  /// The standard normal quantile to seven digits, in a few operations.
  ///
  /// Wichura's algorithm AS 241, PPND7 (Applied Statistics 37, 1988). Scores need no more digits,
  /// and thousands of them are made for every series.
  static func quantile(_ probability: Double) -> Double {
    let q = probability - 0.5
    if abs(q) <= 0.425 {
      let r = 0.180625 - q * q
      let above = ((59.109374720 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179
      let below = ((67.187563600 * r + 78.757757664) * r + 17.895169469) * r + 1
      return q * above / below
    }
    var r = sqrt(-log(q < 0 ? probability : 1 - probability))
    let value: Double
    if r <= 5 {
      r -= 1.6
      let above = ((0.17023821103 * r + 1.3067284816) * r + 2.7568153900) * r + 1.4234372777
      let below = (0.12021132975 * r + 0.73700164250) * r + 1
      value = above / below
    } else {
      r -= 5
      let above = ((0.017337203997 * r + 0.42868294337) * r + 3.0812263860) * r + 6.6579051150
      let below = (0.012258202635 * r + 0.24197894225) * r + 1
      value = above / below
    }
    return q < 0 ? -value : value
  }
}
