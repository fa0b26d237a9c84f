/// Whether a challenger beats the incumbent, from races on the same images.
///
/// Each race gives a pair of times, and only which is shorter counts: the exact sign test, which
/// does not depend on the images' sizes and colours. It looks after 12, 24
/// and 48 races and takes a side with at least 12, 20 and 35 of them, which identical kernels
/// reach with probabilities 0.0005, 0.0015 and 0.0021: a wrong verdict in 250 at most. A
/// challenger that took half as long again in each of the first three races is given up at once.
struct Duel: Sendable {
  /// How it stands.
  enum Verdict: Sendable {
    case open
    case challengerWins
    case incumbentStays
    case tie
  }

  private(set) var races = 0
  private(set) var wins = 0
  private var rout = 0
  private(set) var verdict = Verdict.open

  /// Races after which to look, and wins of one side that then decide.
  static let looks = [(races: 12, wins: 12), (races: 24, wins: 20), (races: 48, wins: 35)]

  /// Takes in one race; times in nanoseconds.
  mutating func record(challenger: Double, incumbent: Double) {
    guard verdict == .open else { return }
    races += 1
    if challenger < incumbent { wins += 1 }
    if challenger >= 1.5 * incumbent { rout += 1 }
    if races == 3, rout == 3 { verdict = .incumbentStays }
    for look in Self.looks where look.races == races {
      if wins >= look.wins { verdict = .challengerWins }
      if races - wins >= look.wins { verdict = .incumbentStays }
    }
    if verdict == .open, races >= Self.looks[Self.looks.count - 1].races { verdict = .tie }
  }
}
