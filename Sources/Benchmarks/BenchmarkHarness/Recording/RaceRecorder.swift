internal import HistoryReports
package import Measuring
internal import TimingHistory

/// Records the race on one input.
///
/// Rounds are buffered and written together, so that the disk is not used between most rounds: a
/// process that is killed loses at most the rounds of the last ``flushMilliseconds``.
package final class RaceRecorder {
  /// How long rounds are buffered, in milliseconds.
  package static let flushMilliseconds: Int64 = 100

  private let recorder: HistoryRecorder
  private var sessions: [Session] = []
  private var measurements: [String: MeasurementID] = [:]
  private var buffer: [(number: Int, epochs: [Epoch])] = []
  private var lastFlush: Int64
  /// The series of each contender that is judged, as they were recorded.
  package private(set) var series: [(contender: String, name: String)] = []
  /// The series of the metrics of each contender, as they were recorded.
  package private(set) var metricSeries:
    [(contender: String, name: String, metric: BenchmarkMetric)] = []
  /// The times of all contenders, as they were recorded.
  private var times: [String: MeasurementRecord] = [:]

  /// Contenders that share a reference and a clock.
  private struct Session {
    let id: SessionID
    /// Measurements by the place of the contender in the race.
    var members: [(place: Int, id: MeasurementID)] = []
  }

  init(recorder: HistoryRecorder) {
    self.recorder = recorder
    lastFlush = recorder.now()
  }

  /// Records who takes part.
  ///
  /// Contenders of a group that decide on the same clock are a session, together with the group's
  /// reference; one without a group joins the first one.
  ///
  /// - Parameter contenders: in the order of the epochs of each round.
  package func begin(_ contenders: [RecordedContender]) {
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
          if group.clock == contender.clock { times[contender.name] = record }
          let measurement = try store.addMeasurement(record, to: id)
          if contender.group != nil, !record.isReference {
            series.append((contender.name, record.series.name))
          }
          session.members.append((place, measurement))
          if group.clock == contender.clock { measurements[contender.name] = measurement }
        }
        sessions.append(session)
      }
    }
  }

  /// Takes a complete round, and writes the buffered ones when it is time.
  package func add(round number: Int, _ epochs: [Epoch]) {
    buffer.append((number, epochs))
    if recorder.now() - lastFlush >= Self.flushMilliseconds { flush() }
  }

  /// Writes the buffered rounds; called when the race is over.
  package func flush() {
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
  package func setInstructions(_ count: Int, of contender: String) {
    recorder.attempt { () throws(HistoryError) in
      guard let store = recorder.store, let measurement = measurements[contender] else { return }
      try store.setInstructions(Int64(count), of: measurement)
    }
  }

  /// Records what a contender reports beside times, as a series of its own.
  ///
  /// - Parameters:
  ///   - metric: the metric.
  ///   - contender: its name.
  package func set(_ metric: BenchmarkMetric, of contender: String) {
    recorder.attempt { () throws(HistoryError) in
      guard let store = recorder.store, let times = times[contender],
        let session = sessions.first
      else { return }
      let series = SeriesRecord(of: metric, beside: times.series)
      do throws(HistoryError) {
        _ = try store.addMeasurement(
          MeasurementRecord(
            series: series, codeHash: times.codeHash, inputHash: times.inputHash,
            value: metric.value),
          to: session.id)
      } catch {
        // A metric in another unit than before is no reason to lose the times beside it.
        guard error.kind == .invalidRequest else { throw error }
        recorder.warn("\(error.message) It is left out.")
        return
      }
      metricSeries.append((contender, series.name, metric))
    }
  }

  /// Records what a call of a contender takes: instructions with its times, allocations as series of
  /// their own.
  ///
  /// - Parameters:
  ///   - cost: what was counted.
  ///   - contender: its name.
  package func setCost(_ cost: CallCost, of contender: String) {
    setInstructions(Int(cost.instructions.value.rounded()), of: contender)
    set(
      BenchmarkMetric(
        name: "allocations", title: nil, value: cost.allocations.value, unit: "allocations",
        better: .less), of: contender)
    set(
      BenchmarkMetric(
        name: "allocatedBytes", title: "allocated bytes", value: cost.allocatedBytes.value,
        unit: "B", better: .less), of: contender)
  }

  /// The times of a contender.
  ///
  /// Its answer stands for what it works on: where the same state of a repository gives the same
  /// answer, a change of level is the environment's doing.
  private func record(_ contender: RecordedContender, clock: ClockKind) -> MeasurementRecord {
    MeasurementRecord(
      series: contender.series(clock: clock), isReference: contender.isReference,
      answerHash: contender.answerHash, codeHash: recorder.environment[.codeHash].value,
      inputHash: contender.answerHash)
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
    // Contenders first, then references: a reference joins every session of its group, which
    // are known only now.
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
