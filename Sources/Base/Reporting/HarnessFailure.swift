package import Files

/// Why something could not be done: a sentence for people and the status that a command ends with.
public struct HarnessFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What happened and what to do, in one or more sentences.
  public let message: String
  /// What a command ends with.
  public let status: WorkStatus

  /// Makes a failure.
  public init(message: String, status: WorkStatus) {
    self.message = message
    self.status = status
  }

  /// The message.
  public var description: String { message }

  /// A side answered wrongly, or its worker failed.
  public static func failed(_ message: String) -> HarnessFailure {
    HarnessFailure(message: message, status: .failure)
  }

  /// The sides differ in their answers, builds or questions.
  public static func notComparable(_ message: String) -> HarnessFailure {
    HarnessFailure(message: message, status: .notComparable)
  }

  /// What was asked for does not exist or contradicts itself.
  public static func wrongUsage(_ message: String) -> HarnessFailure {
    HarnessFailure(message: message, status: .wrongUsage)
  }

  /// The user pressed Ctrl-C.
  public static let interrupted = HarnessFailure(message: "interrupted.", status: .interrupted)
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
