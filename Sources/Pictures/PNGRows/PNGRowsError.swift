/// The data is not what this module reads: another decoder has to judge it.
package struct PNGRowsError: Error, Hashable, Sendable {
  /// What is unusual, for people who look into it.
  package let reason: String
}
