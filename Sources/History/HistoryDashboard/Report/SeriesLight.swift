package import TimingHistory

/// The status light of a series: its state, or that its level became worse since it was last judged.
package enum SeriesLight: String, CaseIterable, Sendable, Codable {
  /// A fresh paired session has shown that it became worse.
  case regressed
  /// The screen of a night found a shift that is not settled yet.
  case suspect
  /// The history shows a level that became worse, perhaps by the code, and no night has judged it.
  case risen
  /// A person accepted the worse level.
  case accepted
  /// It is as good as before its regression.
  case recovered
  /// Nothing is known against it.
  case ok
  /// It is measured no more.
  case ended

  /// Decides the light of a series.
  ///
  /// - Parameters:
  ///   - state: Where the nights left the series.
  ///   - hasUnjudgedRise: Whether the level became worse, perhaps by the code, after the run that
  ///     settled the series.
  ///   - hasEnded: Whether the series is measured no more, which leaves open only what a night found.
  package init(state: SeriesState, hasUnjudgedRise: Bool, hasEnded: Bool = false) {
    switch state {
    case .ok where hasEnded, .accepted where hasEnded, .recovered where hasEnded: self = .ended
    case .regressed: self = .regressed
    case .suspect: self = .suspect
    case .ok: self = hasUnjudgedRise ? .risen : .ok
    case .accepted: self = hasUnjudgedRise ? .risen : .accepted
    case .recovered: self = hasUnjudgedRise ? .risen : .recovered
    }
  }

  /// The light in words.
  package var title: String { rawValue }

  /// What the light means, as a sentence.
  package var meaning: String {
    switch self {
    case .regressed: "A fresh paired session showed that the code became worse."
    case .suspect: "A night found a shift that no session has confirmed or dismissed."
    case .risen: "The level became worse, perhaps by the code; no night has judged it yet."
    case .accepted: "A person accepted the worse level."
    case .recovered: "It is as good as before its regression."
    case .ok: "Nothing is known against it."
    case .ended: "It is no longer measured; what its level did then needs no action."
    }
  }

  /// Whether it needs attention.
  package var needsAttention: Bool {
    switch self {
    case .regressed, .suspect, .risen: true
    case .accepted, .recovered, .ok, .ended: false
    }
  }
}
