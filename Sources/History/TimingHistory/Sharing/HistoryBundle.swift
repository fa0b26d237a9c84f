internal import CLibrary
internal import Hashing

/// Runs and events in one file, for machines that share no server.
///
/// A bundle is made where the runs are measured and added where they are kept; adding it twice adds
/// nothing the second time. It may come from anyone: everything in it is checked before anything is
/// added, down to a hash of each run and of the whole.
package struct HistoryBundle: Equatable, Sendable {
  package var runs: [PortableRun]
  /// The events of their series.
  package var transitions: [PortableTransition]

  /// The largest bundle that is read, in bytes.
  package static let maximumBytes = 1 << 30

  private static let signature = Array("swdc bundle".utf8) + [1]

  package init(runs: [PortableRun], transitions: [PortableTransition] = []) {
    self.runs = runs
    self.transitions = transitions
  }

  /// Whether bytes begin as a bundle does.
  package static func isBundle(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: signature.dropLast())
  }

  /// Whether a file begins as a bundle does; a pipe is not waited for.
  package static func isBundle(at path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: signature.count)
    let count = read(descriptor, &bytes, bytes.count)
    return count == bytes.count && isBundle(bytes)
  }

  /// The bundle as the bytes of a file: the runs, the events, and a hash of all that.
  package var bytes: [UInt8] {
    var output = PackedBytes(Self.signature)
    output.add(count: runs.count)
    for run in runs { output.add(run.bytes) }
    output.add(count: transitions.count)
    for transition in transitions { transition.write(to: &output) }
    return output.bytes + SHA256.digest(output.bytes)
  }

  /// Reads a bundle that anyone may have made.
  ///
  /// - Throws: ``SharingError`` that says what is wrong.
  package init(reading bytes: [UInt8]) throws(SharingError) {
    guard bytes.count <= Self.maximumBytes else {
      throw SharingError(
        "The bundle has \(bytes.count) bytes; at most \(Self.maximumBytes) are read.")
    }
    guard Self.isBundle(bytes), bytes.count > Self.signature.count + 32 else {
      throw SharingError("It is not a bundle of runs.")
    }
    guard bytes[Self.signature.count - 1] == 1 else {
      throw SharingError("The bundle was made by a newer version of this program. Update.")
    }
    let content = Array(bytes.dropLast(32))
    guard SHA256.digest(content).elementsEqual(bytes.suffix(32)) else {
      throw SharingError(
        "The bundle is damaged: its hash is not that of its content. Copy it again.")
    }
    var input = PackedReader(content[Self.signature.count...])
    runs = try input.list { (input) throws(SharingError) in
      try PortableRun(reading: Array(try input.bytes(limit: PortableRun.maximumBytes)))
    }
    transitions = try input.list(ofBytes: 8) { (input) throws(SharingError) in
      try PortableTransition(reading: &input)
    }
    guard input.left == 0, Set(runs.map(\.uid)).count == runs.count else {
      throw SharingError("The bundle has a run twice or bytes behind its end.")
    }
  }
}

extension HistoryStore {
  /// All finished runs and all events in one value.
  package func bundle() throws(HistoryError) -> HistoryBundle {
    var runs: [PortableRun] = []
    for name in try finishedRuns() { if let run = try portableRun(name) { runs.append(run) } }
    return HistoryBundle(runs: runs, transitions: try portableTransitions())
  }

  /// Adds what a bundle holds and this history does not.
  ///
  /// - Returns: What was added.
  /// - Throws: ``HistoryError`` when a series is in another unit there; nothing is added then.
  package func merge(_ bundle: HistoryBundle) throws(HistoryError) -> Merged {
    let series = try self.series(recent: 0).count
    let new = Set(try unknown(among: bundle.runs.map(\.uid)))
    let runs = bundle.runs.filter { new.contains($0.uid) }
    let added = try add(runs)
    try add(bundle.transitions)
    return Merged(
      runs: added, series: try self.series(recent: 0).count - series,
      samples: runs.flatMap(\.sessions).flatMap(\.measurements).reduce(0) { $0 + $1.samples.count })
  }
}

extension HistoryBundle {
  /// The bundle in parts of one class each; events go to every part that has their series.
  ///
  /// - Parameter other: The class of runs that say nothing of their machine.
  /// - Returns: The parts, by the names of their classes.
  package func byClass(otherwise other: MachineClass) -> [(MachineClass, HistoryBundle)] {
    let parts = Dictionary(grouping: runs) { run in
      run.machineClass == .unknown ? other : run.machineClass
    }
    return parts.sorted { $0.key.name < $1.key.name }.map { machineClass, runs in
      let uids = Set(runs.map(\.uid))
      let events = transitions.filter { $0.run.map(uids.contains) ?? (parts.count == 1) }
      return (machineClass, HistoryBundle(runs: runs, transitions: events))
    }
  }
}
