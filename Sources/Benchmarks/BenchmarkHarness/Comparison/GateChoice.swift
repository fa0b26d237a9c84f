package import Measuring
package import Reporting

/// Whether a comparison has a gate, and at which slowdown.
package enum GateChoice: Equatable, Sendable {
  /// None, whatever the suite says.
  case off
  /// A slowdown of so much or more must not pass.
  case at(Percentage)

  /// The least gate: a hundredth of a percent is less than any machine resolves.
  private static let least = 0.0001

  /// Reads a percentage of at least 0.01, or `off`.
  ///
  /// - Parameter text: what was typed.
  /// - Throws: ``InvalidRequest`` for any other text.
  package init(parsing text: String) throws(InvalidRequest) {
    self = text == "off" ? .off : .at(try Self.limit(parsing: text))
  }

  /// Reads the percentage of a gate.
  ///
  /// - Parameter text: what was typed.
  /// - Returns: the slowdown.
  /// - Throws: ``InvalidRequest`` that says what a gate takes.
  package static func limit(parsing text: String) throws(InvalidRequest) -> Percentage {
    guard let limit = try? Percentage(parsing: text) else {
      throw InvalidRequest(
        "'\(text)' is not a gate, which is a percentage from 0.01% to 100%: the slowdown that must "
          + "not pass, such as 1%.")
    }
    guard limit.fraction >= least else {
      throw InvalidRequest(
        "A gate of \(text) is less than any machine resolves. The least is 0.01%, and 1% is usual.")
    }
    return limit
  }

  /// Refuses a gate that is not above the margin.
  ///
  /// - Parameters:
  ///   - gate: the slowdown that must not pass.
  ///   - margin: the difference that does not matter; `nil` for one that follows from the gate.
  /// - Throws: ``InvalidRequest`` with both.
  package static func check(
    _ gate: Percentage?, against margin: Percentage?
  ) throws(InvalidRequest) {
    guard let gate, let margin, gate.fraction <= margin.fraction else { return }
    throw InvalidRequest(
      "The gate of \(gate.text) is not above the margin of \(margin.text), up to which a "
        + "difference does not matter: raise the gate or lower the margin.")
  }
}

extension SequentialRule {
  /// The rule of a comparison.
  ///
  /// - Parameters:
  ///   - gate: the slowdown that must not pass; `nil` where the size of a difference is asked for.
  ///   - margin: the difference that does not matter; `nil` for the standard one, with a gate for a quarter
  ///     of it at most.
  ///   - isPatient: whether more than the usual launches may be made.
  package init(gate: Percentage?, margin: Percentage?, isPatient: Bool = false) {
    let standard = SequentialRule().margin
    guard let gate else {
      self.init(
        margin: margin?.logRatio ?? standard,
        looks: isPatient ? Self.patientLooks : Self.standardLooks)
      return
    }
    self.init(
      // The margin has to be below the gate, or a difference could be both too large to pass
      // and too small to matter.
      margin: margin?.logRatio ?? min(standard, gate.logRatio / 4),
      looks: isPatient ? Gate.patientLooks : Gate.looks, gate: Gate(limit: gate.logRatio))
  }
}
