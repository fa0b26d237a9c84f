/// Which side goes first, so that neither gains from its place.
///
/// Whatever a side does last leaves its memory in the caches and the other's outside of them, so a
/// fixed order favours one side: with the base always prepared first, two copies of one program
/// differed by 0.2 % in favour of the candidate. Turns of a kind come in twos, the first of the two
/// drawn and the second its mirror image: each side goes first as often as the other, and nothing
/// that repeats with a period can fall in with it.
struct Turns {
  /// What turns are taken for; each has its own order.
  enum Purpose: Hashable {
    case preparation
    case calibration
    case pair
  }

  /// The generator after the draws so far.
  private(set) var generator: SeededGenerator
  var pending: [Purpose: Side] = [:]

  /// The side that goes first now.
  mutating func next(_ purpose: Purpose) -> Side {
    if let second = pending.removeValue(forKey: purpose) { return second }
    let first: Side = Bool.random(using: &generator) ? .base : .candidate
    pending[purpose] = first.other
    return first
  }
}
