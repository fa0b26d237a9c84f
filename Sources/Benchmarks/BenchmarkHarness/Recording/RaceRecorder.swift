internal import HistoryReports
public import Measuring
internal import TimingHistory

/// Records the race on one input.
///
/// Rounds are buffered and written together, so that the disk is not used between most rounds: a
/// process that is killed loses at most the rounds of the last ``flushMilliseconds``.
public final class RaceRecorder {
  /// How long rounds are buffered, in milliseconds.
  public static let flushMilliseconds: Int64 = 100

  private let recorder: HistoryRecorder
  private let input: RecordedInput?
  private var sessions: [Session] = []
  private var measurements: [String: MeasurementID] = [:]
  private var buffer: [(number: Int, epochs: [Epoch])] = []
  private var lastFlush: Int64
  /// The series of each contender that is judged, as they were recorded.
  public private(set) var series: [(contender: String, name: String)] = []

  /// Contenders that share a reference and a clock.
  private struct Session {
    let id: SessionID
    /// Measurements by the place of the contender in the race.
    var members: [(place: Int, id: MeasurementID)] = []
  }

  init(recorder: HistoryRecorder, input: RecordedInput?) {
    self.recorder = recorder
    self.input = input
    lastFlush = recorder.now()
  }

  /// Records who takes part.
  ///
  /// Contenders of a group that decide on the same clock are a session, together with the group's
  /// reference; the plain read joins the first one.
  ///
  /// - Parameter contenders: in the order of the epochs of each round.
  public func begin(_ contenders: [RecordedContender]) {
    recorder.attempt { () throws(HistoryError) in
      guard let store = recorder.store, let run = recorder.run else { return }
      for group in Self.groups(contenders) {
        let id = try store.beginSession(
          SessionRecord(
            startedAt: recorder.now(), clock: group.clock, seed: TimingPlan(budget: 0).seed),
          in: run)
        var session = Session(id: id)
        for place in group.places {
          let contender = contenders[place]
          let record = record(contender, clock: group.clock)
          let measurement = try store.addMeasurement(record, to: id)
          if contender.group != nil, !record.isReference {
            series.append((contender.name, record.series.name))
          }
          session.members.append((place, measurement))
          try addError(of: contender, beside: record.series, to: id, in: store)
          if group.clock == contender.clock { measurements[contender.name] = measurement }
        }
        sessions.append(session)
      }
    }
  }

  /// Records how far an answer is from the truth, as a series beside that of the times.
  private func addError(
    of contender: RecordedContender, beside times: SeriesRecord, to session: SessionID,
    in store: HistoryStore
  ) throws(HistoryError) {
    guard let error = contender.error else { return }
    var series = times
    series.name += "/\(error.unit)"
    series.unit = error.unit
    (series.metric, series.better) = ("deltaE00", .less)
    _ = try store.addMeasurement(
      MeasurementRecord(series: series, inputHash: input?.hash, value: error.value), to: session)
  }

  /// Takes a complete round, and writes the buffered ones when it is time.
  public func add(round number: Int, _ epochs: [Epoch]) {
    buffer.append((number, epochs))
    if recorder.now() - lastFlush >= Self.flushMilliseconds { flush() }
  }

  /// Writes the buffered rounds; called when the race is over.
  public func flush() {
    let rounds = buffer
    buffer = []
    guard !rounds.isEmpty else { return }
    recorder.attempt { () throws(HistoryError) in
      guard let store = recorder.store else { return }
      for session in sessions {
        let epochs = rounds.map { round in
          (
            number: round.number,
            epochs: Dictionary(
              session.members.filter { round.epochs.indices.contains($0.place) }
                .map { ($0.id, round.epochs[$0.place]) }, uniquingKeysWith: { first, _ in first })
          )
        }
        try store.addRounds(epochs, in: session.id)
      }
    }
    lastFlush = recorder.now()
  }

  /// Records how many instructions a call of a contender executes.
  public func setInstructions(_ count: Int, of contender: String) {
    recorder.attempt { () throws(HistoryError) in
      guard let store = recorder.store, let measurement = measurements[contender] else { return }
      try store.setInstructions(Int64(count), of: measurement)
    }
  }

  /// Records the most memory that a contender occupied, as a series of its own.
  ///
  /// - Parameters:
  ///   - bytes: the memory.
  ///   - contender: its name.
  public func setPeak(_ bytes: Int, of contender: String) {
    add("peak memory", Double(bytes), unit: "B", of: contender)
  }

  /// Records what a call of a contender takes: instructions with its times, allocations as series of
  /// their own.
  ///
  /// - Parameters:
  ///   - cost: what was counted.
  ///   - contender: its name.
  public func setCost(_ cost: CallCost, of contender: String) {
    setInstructions(Int(cost.instructions.value.rounded()), of: contender)
    add("allocations", cost.allocations.value, unit: "allocations", of: contender)
    add("allocated bytes", cost.allocatedBytes.value, unit: "B", of: contender)
  }

  /// Records a value as a series beside that of the times.
  private func add(_ what: String, _ value: Double, unit: String, of contender: String) {
    recorder.attempt { () throws(HistoryError) in
      guard let store = recorder.store,
        let name = series.first(where: { $0.contender == contender })?.name,
        let session = sessions.first
      else { return }
      _ = try store.addMeasurement(
        MeasurementRecord(
          series: SeriesRecord(name: "\(name)/\(what)", unit: unit, metric: what, better: .less),
          codeHash: recorder.environment[.codeHash].value, inputHash: input?.hash,
          value: value), to: session.id)
    }
  }

  private func record(_ contender: RecordedContender, clock: ClockKind) -> MeasurementRecord {
    MeasurementRecord(
      series: contender.series(on: input, usableCores: recorder.usableCores, clock: clock),
      isReference: contender.isReference, answerHash: contender.answerHash,
      codeHash: recorder.environment[.codeHash].value, inputHash: input?.hash)
  }

  /// The sessions of a race: clock, and places of the contenders.
  static func groups(
    _ contenders: [RecordedContender]
  ) -> [(clock: ClockKind, places: [Int])] {
    var groups: [(name: String, clock: ClockKind, places: [Int])] = []
    for (place, contender) in contenders.enumerated() {
      guard let name = contender.group, !contender.isReference else { continue }
      let known = groups.firstIndex { $0.name == name && $0.clock == contender.clock }
      if let known {
        groups[known].places.append(place)
      } else {
        groups.append((name, contender.clock, [place]))
      }
    }
    for (place, contender) in contenders.enumerated() {
      guard let name = contender.group, contender.isReference else { continue }
      // A reference on its own clock first: beside contenders on another it has another name.
      if !groups.contains(where: { $0.name == name && $0.clock == contender.clock }) {
        groups.append((name, contender.clock, []))
      }
      for index in groups.indices where groups[index].name == name {
        groups[index].places.append(place)
      }
    }
    let read = contenders.firstIndex { $0.group == nil }
    if let read, let first = groups.firstIndex(where: { $0.clock == contenders[read].clock }) {
      groups[first].places.append(read)
    }
    return groups.map { ($0.clock, $0.places.sorted()) }
  }
}
