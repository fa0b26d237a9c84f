package import Files

/// Why something could not be done: a sentence for people and the status that a command ends with.
package struct HarnessFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What happened and what to do, in one or more sentences.
  package let message: String
  /// What a command ends with.
  package let status: WorkStatus

  package init(message: String, status: WorkStatus) {
    self.message = message
    self.status = status
  }

  /// The message.
  package var description: String { message }

  /// A side answered wrongly, or its worker failed.
  package static func failed(_ message: String) -> HarnessFailure {
    HarnessFailure(message: message, status: .failure)
  }

  /// The sides differ in their answers, builds or questions.
  package static func notComparable(_ message: String) -> HarnessFailure {
    HarnessFailure(message: message, status: .notComparable)
  }

  /// What was asked for does not exist or contradicts itself.
  package static func wrongUsage(_ message: String) -> HarnessFailure {
    HarnessFailure(message: message, status: .wrongUsage)
  }

  /// The user pressed Ctrl-C.
  package static let interrupted = HarnessFailure(message: "interrupted.", status: .interrupted)
}

extension HarnessFailure {
  /// An input file that could not be read.
  package init(unreadable error: FileAccessError) {
    self.init(message: error.description, status: .missingInput)
  }

  /// An output file that could not be written.
  package init(unwritable error: FileAccessError) {
    self.init(message: error.description, status: .unwritableOutput)
  }
}
