internal import CommandTestSupport
internal import Foundation
internal import Testing

/// A command that writes files, run again and again with a fault at its first, second, third … step
/// until none is left to meet.
///
/// Whatever the step: a file it was to write is as it was before or whole, success is claimed only
/// where all are whole, failure is reported by a message and not by a signal, and the next run
/// works and clears up.
struct FaultScenario: CustomTestStringConvertible, Sendable {
  let name: String
  let command: String
  let arguments: [String]
  /// What makes the command replace files that are there.
  var replacing: [String] = []
  /// What is there before, by name.
  let before: [String: [UInt8]]
  /// What it writes.
  let outputs: [String]
  /// Whether a file is whole; `nil` where equal to that of an unharmed run is meant.
  var isWhole: (@Sendable ([UInt8]) -> Bool)?
  /// More than any run makes: that there is an end is checked too.
  var limit = 80

  var testDescription: String { name }

  func meetAll(_ fault: FaultShim.Fault) throws {
    let shim = try FaultShim.shared.get()
    let command = try BuiltCommand(self.command)
    let unharmed = try newFolder()
    let reference = try command.run(arguments, in: unharmed.path)
    try #require(reference.exitCode == 0, "\(reference.errors)")
    let expected = outputs.map { unharmed.bytes($0) }
    try #require(!expected.contains(nil))
    let names = try unharmed.allNames()
    var steps = 0
    for number in 1...limit {
      let folder = try newFolder()
      let run = try shim.run(
        command, arguments, in: folder.path, fault, at: number, under: folder.path)
      guard run.wasMet else { break }
      steps = number
      let label: Comment = "step \(number): \(run.outcome.exitCode) \(run.outcome.errors)"
      let isKill = if case .kill = fault { true } else { false }
      #expect(run.outcome.isSignal == isKill, label)
      for (output, whole) in zip(outputs, expected) {
        let found = folder.bytes(output)
        let isAsBefore = found == before[output]
        #expect(isAsBefore || isGood(found, whole), "\(output), \(label)")
        if run.outcome.exitCode == 0 { #expect(isGood(found, whole), "\(output), \(label)") }
      }
      if !isKill, run.outcome.exitCode != 0 {
        #expect(run.outcome.errors.contains("Error: "), label)
        #expect([1, 66, 73, 74].contains(run.outcome.exitCode), label)
      }
      // One hidden file or folder an output at most, where it could not be taken away, and none
      // after the next run.
      let left = try folder.allNames().subtracting(names).filter { $0.hasSuffix(".partial") }
      #expect(left.count <= 2 * outputs.count, "\(left), \(label)")
      guard isKill || !left.isEmpty else { continue }
      let again = try command.run(arguments + replacing, in: folder.path)
      #expect(again.exitCode == 0, "the run after \(label): \(again.errors)")
      for (output, whole) in zip(outputs, expected) {
        #expect(isGood(folder.bytes(output), whole), "\(output) after \(label)")
      }
      #expect(try folder.allNames() == names, "after \(label)")
    }
    #expect(steps > 2 && steps < limit, "\(steps) steps")
  }

  private func isGood(_ found: [UInt8]?, _ whole: [UInt8]?) -> Bool {
    guard let found else { return false }
    return isWhole.map { $0(found) } ?? (found == whole)
  }

  private func newFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, bytes) in before { _ = try folder.write(bytes, to: name) }
    return folder
  }
}

extension TemporaryFolder {
  /// The paths of all that is in it, at any depth.
  func allNames() throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: path))
  }
}
