/// What racing on the caller's images has cost, held under a share of all time.
///
/// Every nanosecond of a call that is timed is income; the runs of challengers, beside which the
/// answer was there already, and reading the clock are expense. A race is begun only when what it
/// is expected to cost leaves the expenses within the share, and what it is expected to cost is
/// set aside meanwhile, so that races on several threads do not spend the same time twice.
struct LearningAccount: Sendable {
  /// The largest share of all time that racing may take.
  let limit: Double
  /// Nanoseconds that callers have waited in timed calls, races included.
  private(set) var total: Double = 0
  /// Nanoseconds of those that went into racing.
  private(set) var spent: Double = 0
  /// Nanoseconds that races under way may still take.
  private(set) var reserved: Double = 0

  /// Nanoseconds that a timed call loses to two readings of the clock and two of the lock, rounded
  /// up: each of the four takes 20 to 50 on machines of today.
  static let bookkeeping = 200.0

  /// Whether a race may begin, and sets its expected cost aside when it may.
  mutating func reserve(_ expected: Double) -> Bool {
    // Before the first calls the limit of no time is 0, and no race begins.
    guard spent + reserved + expected + Self.bookkeeping <= limit * total else { return false }
    reserved += expected
    return true
  }

  /// Books a call without a race.
  mutating func book(nanoseconds: Double) {
    total += nanoseconds
    spent += Self.bookkeeping
  }

  /// Books a race: the whole call, the part of it that racing took, and what was set aside for it.
  mutating func bookRace(nanoseconds: Double, extra: Double, reserved: Double) {
    total += nanoseconds
    spent += extra + Self.bookkeeping
    self.reserved -= reserved
  }
}
