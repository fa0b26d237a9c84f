internal import DominantColor
internal import Measuring
internal import Pixels
internal import SyntheticImages
internal import TimingHistory

/// Remembers a run in the history while it is measured.
///
/// The first failure ends the remembering and is told; measuring goes on, for its results are worth
/// having all the same.
final class HistoryRecorder {
  /// Where the history is.
  let location: HistoryLocation
  /// Whether someone asked for this very history, so that a failure is an error.
  var isRequired: Bool { location.isChosen }
  /// Whether something is missing in the history.
  var hasFailed: Bool { failure != nil }
  /// What went wrong first.
  private(set) var failure: HistoryError?

  fileprivate var store: HistoryStore?
  private let kind: String
  fileprivate let environment: EnvironmentRecord
  fileprivate let usableCores: Int
  fileprivate let now: () -> Int64
  private let message: (String) -> Void
  private(set) var run: RunID?

  /// Opens the history; a failure is told at once.
  ///
  /// - Parameters:
  ///   - location: where the history is.
  ///   - kind: which command runs.
  ///   - environment: the machine and the build.
  ///   - usableCores: how many threads a kernel takes by itself.
  ///   - open: opens a history.
  ///   - now: milliseconds since 1970.
  ///   - message: told failures, and in the end the run's number.
  init(
    location: HistoryLocation, kind: String, environment: EnvironmentRecord, usableCores: Int,
    open: (HistoryLocation) throws(HistoryError) -> HistoryStore, now: @escaping () -> Int64,
    message: @escaping (String) -> Void
  ) {
    self.location = location
    self.kind = kind
    self.environment = environment.withoutInput
    self.usableCores = usableCores
    self.now = now
    self.message = message
    attempt { () throws(HistoryError) in store = try open(location) }
  }

  /// Goes on with a run that is already in a history.
  init(
    continuing run: RunID, in store: HistoryStore, location: HistoryLocation,
    environment: EnvironmentRecord, usableCores: Int, now: @escaping () -> Int64,
    message: @escaping (String) -> Void
  ) {
    self.location = location
    kind = ""
    self.environment = environment.withoutInput
    self.usableCores = usableCores
    self.now = now
    self.message = message
    self.store = store
    self.run = run
  }

  /// Remembers an image of the run; `nil` when nothing can be remembered any more.
  func image(_ image: BenchmarkImage) -> ImageRecorder? {
    attempt { () throws(HistoryError) in
      guard run == nil, let store else { return }
      run = try store.beginRun(
        RunRecord(
          kind: kind, startedAt: now(), commit: environment[.gitCommit].value,
          environment: environment))
    }
    guard !hasFailed, run != nil else { return nil }
    return ImageRecorder(
      recorder: self, name: image.name, width: image.pixels.width, height: image.pixels.height,
      inputHash: String(image.pixels.checksum, radix: 16))
  }

  /// Marks the run as complete and says where it is.
  func finish() {
    attempt { () throws(HistoryError) in
      guard let store, let run else { return }
      try store.finish(run, at: now())
    }
    guard let run, !hasFailed else { return }
    message("Recorded as run \(run.value) in '\(location.path)'.")
  }

  /// Does something to the history, unless it failed before.
  fileprivate func attempt(_ work: () throws(HistoryError) -> Void) {
    guard !hasFailed else { return }
    do throws(HistoryError) {
      try work()
    } catch {
      failure = error
      let rank = isRequired ? "Error" : "Warning"
      let lost = run == nil ? "This run is not recorded" : "The rest of this run is not recorded"
      message("\(rank): \(lost). \(error.message)")
    }
  }
}

/// Remembers the race on one image, round by round.
final class ImageRecorder {
  private let recorder: HistoryRecorder
  private let name: String
  private let width: Int
  private let height: Int
  private let inputHash: String
  private var sessions: [Session] = []
  private var measurements: [String: MeasurementID] = [:]
  /// The series of each kernel that was asked for and is no reference, as it was recorded.
  private(set) var series: [(kernel: String, name: String)] = []

  /// Contenders that share a reference and a clock.
  private struct Session {
    let id: SessionID
    /// Measurements by the place of the contender in the race.
    var members: [(place: Int, id: MeasurementID)] = []
  }

  fileprivate init(
    recorder: HistoryRecorder, name: String, width: Int, height: Int, inputHash: String
  ) {
    self.recorder = recorder
    self.name = name
    self.width = width
    self.height = height
    self.inputHash = inputHash
  }

  /// Takes down who takes part.
  ///
  /// Kernels of a method that decide on the same clock are a session, together with the method's
  /// reference; the plain read joins the first one.
  ///
  /// - Parameter contenders: in the order of the epochs of each round.
  func begin(_ contenders: [RecordedContender]) {
    recorder.attempt { () throws(HistoryError) in
      guard let store = recorder.store, let run = recorder.run else { return }
      for group in Self.groups(contenders) {
        let id = try store.beginSession(
          SessionRecord(
            startedAt: recorder.now(), clock: group.clock, seed: TimingPlan(budget: 0).seed),
          in: run)
        var session = Session(id: id)
        for place in group.places {
          let record = record(contenders[place], clock: group.clock)
          let measurement = try store.addMeasurement(record, to: id)
          if contenders[place].method != nil, !record.isReference {
            series.append((contenders[place].name, record.series.name))
          }
          session.members.append((place, measurement))
          try addAccuracy(of: contenders[place], beside: record.series, to: id, in: store)
          if group.clock == contenders[place].clock {
            measurements[contenders[place].name] = measurement
          }
        }
        sessions.append(session)
      }
    }
  }

  /// Keeps how far an answer is from the planted colour, as a series beside that of the times.
  private func addAccuracy(
    of contender: RecordedContender, beside times: SeriesRecord, to session: SessionID,
    in store: HistoryStore
  ) throws(HistoryError) {
    guard let deltaE00 = contender.deltaE00 else { return }
    var accuracy = times
    accuracy.name += "/ΔE00"
    accuracy.unit = "ΔE00"
    _ = try store.addMeasurement(
      MeasurementRecord(series: accuracy, inputHash: inputHash, value: deltaE00), to: session)
  }

  /// Keeps a complete round.
  func add(round number: Int, _ epochs: [Epoch]) {
    recorder.attempt { () throws(HistoryError) in
      guard let store = recorder.store else { return }
      for session in sessions {
        var round: [MeasurementID: Epoch] = [:]
        for member in session.members where epochs.indices.contains(member.place) {
          round[member.id] = epochs[member.place]
        }
        try store.addRound(number: number, round, in: session.id)
      }
    }
  }

  /// Keeps how many instructions a call of a kernel executes.
  func setInstructions(_ count: Int, of kernel: String) {
    recorder.attempt { () throws(HistoryError) in
      guard let store = recorder.store, let measurement = measurements[kernel] else { return }
      try store.setInstructions(Int64(count), of: measurement)
    }
  }

  private func record(_ contender: RecordedContender, clock: ClockKind) -> MeasurementRecord {
    MeasurementRecord(
      series: contender.series(
        image: name, width: width, height: height, usableCores: recorder.usableCores,
        clock: clock),
      isReference: contender.isReference, answerHash: contender.answerHash,
      codeHash: recorder.environment[.codeHash].value, inputHash: inputHash)
  }

  /// The sessions of a race: clock, and places of the contenders.
  static func groups(
    _ contenders: [RecordedContender]
  ) -> [(clock: ClockKind, places: [Int])] {
    var groups: [(method: PaletteMethod, clock: ClockKind, places: [Int])] = []
    for (place, contender) in contenders.enumerated() {
      guard let method = contender.method, !contender.isReference else { continue }
      let known = groups.firstIndex { $0.method == method && $0.clock == contender.clock }
      if let known {
        groups[known].places.append(place)
      } else {
        groups.append((method, contender.clock, [place]))
      }
    }
    for (place, contender) in contenders.enumerated() {
      guard let method = contender.method, contender.isReference else { continue }
      // A reference on its own clock first: beside kernels on another it has another name.
      if !groups.contains(where: { $0.method == method && $0.clock == contender.clock }) {
        groups.append((method, contender.clock, []))
      }
      for index in groups.indices where groups[index].method == method {
        groups[index].places.append(place)
      }
    }
    let read = contenders.firstIndex { $0.method == nil }
    if let read, let first = groups.firstIndex(where: { $0.clock == contenders[read].clock }) {
      groups[first].places.append(read)
    }
    return groups.map { ($0.clock, $0.places.sorted()) }
  }
}

extension EnvironmentRecord {
  /// The record of a run: its inputs are recorded with each measurement, and a run of other images
  /// is no run in another environment.
  var withoutInput: EnvironmentRecord {
    var record = self
    record[.inputHash] = .unknown("recorded with each measurement")
    return record
  }
}
