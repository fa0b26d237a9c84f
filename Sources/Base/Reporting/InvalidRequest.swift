/// What was asked for names nothing, or is no value of its kind: what was wrong, and what is right.
package struct InvalidRequest: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was wrong, in one or more sentences.
  package let description: String

  package init(_ description: String) { self.description = description }
}
