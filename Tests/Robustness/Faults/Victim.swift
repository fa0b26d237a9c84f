internal import CommandTestSupport
internal import Foundation

/// A command to be killed, and what has to be true of its files.
protocol Victim {
  var name: String { get }
  var command: BuiltCommand { get }
  /// What it is told when it is going to be killed.
  var arguments: [String] { get }
  /// What it is told afterwards, when it may come to its end.
  var nextArguments: [String] { get }
  /// The exit codes of a run that did its work.
  var goodCodes: [Int32] { get }
  /// Throws when a kill has damaged something.
  mutating func checkAfterKill() throws
  /// Throws when a run that came to its end has not done its work, or left something over.
  mutating func checkAfterRun() throws
}

extension Victim {
  var nextArguments: [String] { arguments }
  var goodCodes: [Int32] { [0] }
}

extension TemporaryFolder {
  /// The hidden files in which outputs grow.
  func leftovers(in name: String = ".") throws -> [String] {
    try names(in: name).filter { $0.hasPrefix(".") && $0.hasSuffix(".partial") }
  }
}
