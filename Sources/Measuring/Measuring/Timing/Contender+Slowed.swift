extension Contender {
  /// The same work made slower by a known amount, by doing real work more often than asked.
  ///
  /// To prove that a measurement finds what it should: 0.01 does 101 iterations for each 100. What
  /// is left of a fraction is carried over to the next epoch, so an epoch should have at least
  /// 1 ÷ `fraction` iterations; with fewer, most epochs are not slowed at all.
  ///
  /// - Parameter fraction: The extra work: 0.01 is one percent. Below 0 counts as 0.
  /// - Returns: A contender with the same label.
  public func slowed(by fraction: Double) -> Contender {
    let original = repeatWork
    var owed = 0.0
    return Contender(
      label,
      repeating: { iterations in
        owed += Double(iterations) * max(fraction, 0)
        let extra = owed.rounded(.down)
        owed -= extra
        original(iterations + Int(extra))
      })
  }
}
