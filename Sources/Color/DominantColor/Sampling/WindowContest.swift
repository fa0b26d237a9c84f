/// Whether a sample has decided which window of an image wins.
///
/// The sample's fullest window is certain when every other is either *beaten*, certainly holding
/// fewer pixels, or an *alias*: certainly differing from it by less than 1/16 of its pixels.
/// Colours in one window are at most 31 levels apart, so the mean of an alias that holds as many
/// pixels or more is less than two levels away in each channel. Aliases are common: a cluster of
/// colours that fits one cell lies in eight windows, all of them equal but for strays, and to tell
/// which has one pixel more all pixels must be read.
///
/// An error means that the image's winner was found beaten or an alias when it is not. There is one
/// such window, and as many that might falsely be preferred as there are others: twice the number
/// of windows is the number of ``LeadTest`` events that have to go well.
struct WindowContest {
  /// What a look at a sample says.
  enum Verdict: Equatable {
    /// The fullest window wins, or one of some aliases.
    case certain(aliases: Int)
    /// The sample has to grow by about `growth`, and by `atBest` if it has been unlucky by two
    /// standard deviations; infinite where more of the same decides nothing.
    case open(growth: Double, atBest: Double)
  }

  /// An alias differs by less than one pixel in this many.
  static let aliasShare = 16.0

  private let test: LeadTest

  init(errorProbability: Double, windowCount: Int) {
    test = LeadTest(errorProbability: errorProbability, events: 2 * windowCount)
  }

  /// Looks at the counts of a sample, windows summed, and decides whether the fullest window wins.
  func verdict(_ counts: WindowCounts) -> Verdict {
    let leader = counts.fullest()
    guard leader.count > 0 else { return .open(growth: .infinity, atBest: .infinity) }
    let leading = Double(leader.count)
    // Windows apart from the leader differ in their counts alone: the fullest stands for all.
    var rival: UInt64 = 0
    counts.forEachWindow { corner, count in
      if count > rival, !counts.overlap(leader.corner, corner) { rival = count }
    }
    var aliases = 0
    var growth = 0.0
    var atBest = 0.0
    if !test.isCertain(leading, over: Double(rival)) {
      growth = test.growth(leading, over: Double(rival))
      atBest = test.growth(leading, over: Double(rival), luck: 2)
    }
    counts.forEachNeighbor(ofWindowAt: leader.corner) { corner, count in
      let shared = Double(counts.shared(leader.corner, corner))
      let (own, other) = (leading - shared, Double(count) - shared)
      if test.isCertain(own, over: other) { return }
      // They differ by own + other pixels, and the leader has own + shared. An alias, with
      // less than a 16th of these, has
      //
      //     own + other < (own + shared) ÷ 16
      //     own − own ÷ 16 + other < shared ÷ 16
      //
      // A pixel has a weight on one of both sides, 1 at most, as the test asks.
      let (near, far) = (shared / Self.aliasShare, own - own / Self.aliasShare + other)
      if test.isCertain(near, over: far) {
        aliases += 1
        return
      }
      func least(luck: Double) -> Double {
        min(test.growth(own, over: other, luck: luck), test.growth(near, over: far, luck: luck))
      }
      growth = max(growth, least(luck: 0))
      atBest = max(atBest, least(luck: 2))
    }
    return growth == 0 ? .certain(aliases: aliases) : .open(growth: growth, atBest: atBest)
  }
}
