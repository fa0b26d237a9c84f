package import ExchangeDocuments

/// Why a series has another level.
package enum ShiftCause: String, CaseIterable, Sendable, Codable {
  /// The machine code and the input are the same, or the machine is another: what is around them changed.
  case environment
  /// The code executes another number of instructions.
  case work
  /// The code changed but not its work: where it lies in memory, or how the processor takes it.
  case layout
  /// The code changed, and its instructions were not counted or moved only a little.
  case unexplained

  /// The relative change of the instruction count under which the work is the same.
  package static let sameWork = 0.001
  /// The relative change of the instruction count above which the work is another.
  package static let otherWork = 0.003

  /// The cause in a word for people; nil where it is not known.
  package var word: String? { self == .unexplained ? nil : rawValue }

  /// Finds the cause of a shift between two builds.
  package init(from before: BuildIdentity, to after: BuildIdentity) {
    if after.isSameBuild(as: before) {
      self = .environment
      return
    }
    guard let old = before.instructions, let new = after.instructions, old > 0 else {
      self = .unexplained
      return
    }
    let change = abs(Double(new) / Double(old) - 1)
    self = change > Self.otherWork ? .work : change < Self.sameWork ? .layout : .unexplained
  }
}
