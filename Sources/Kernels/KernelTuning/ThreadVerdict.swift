package import DominantColor
internal import Measuring

/// Whether threads pay for images of one size.
package enum ThreadVerdict: Equatable {
  /// One thread is slower on some image, by more than several are on any.
  case pay
  /// One thread is as fast, or several are slower on some image; or they answer wrongly.
  case cost
  /// The races were too disturbed to tell.
  case open

  /// Differences of one percent are not worth a thread.
  package static let margin = 0.01
  /// An interval around zero that reaches further is undecided, not a tie.
  package static let openMargin = 0.05

  /// Decides.
  ///
  /// - Parameters:
  ///   - races: one for each kind of image, all of one size.
  ///   - one: the candidate on one thread.
  ///   - several: the one on several.
  package init(_ races: [RaceOutcome], one: KernelCandidate, several: KernelCandidate) {
    guard races.allSatisfy({ $0.candidates.contains(several) }) else {
      self = .cost
      return
    }
    let gain = races.compactMap { $0.regret(of: one, among: [several])?.regret }.max() ?? 0
    let loss = races.compactMap { $0.regret(of: several, among: [one])?.regret }.max() ?? 0
    if gain > max(loss, Self.margin) {
      self = .pay
    } else if loss == 0, races.contains(where: { Self.isOpen($0, one, several) }) {
      self = .open
    } else {
      self = .cost
    }
  }

  private static func isOpen(
    _ race: RaceOutcome, _ one: KernelCandidate, _ several: KernelCandidate
  ) -> Bool {
    guard let interval = race.ratio(of: one, to: several)?.logInterval else { return true }
    return interval.contains(0) && max(-interval.lower, interval.upper) > openMargin
  }
}
