internal import ExchangeDocuments
internal import Measuring

extension PortableRun {
  /// What the bytes of every run begin with: a name, before the version of the format.
  static let signature = Array("swdc run".utf8)
  /// The versions of the format: the second has intervals of recorded values, the third parameters of series, the
  /// fourth what the intervals are.
  static let versions = 1...4 as ClosedRange<UInt8>

  /// The first version that holds the run, so that what older programs can read they do.
  private var version: UInt8 {
    let records = sessions.flatMap(\.measurements).map(\.record)
    if records.contains(where: { $0.intervalKind != nil }) { return 4 }
    return records.allSatisfy(\.series.isPlain) ? formerVersion : 3
  }

  /// The version for series that are plain, or written as earlier versions wrote them.
  var formerVersion: UInt8 {
    let records = sessions.flatMap(\.measurements).map(\.record)
    return records.contains { $0.interval != nil } ? 2 : 1
  }

  /// The largest run that is read, in bytes.
  package static let maximumBytes = 64 << 20

  /// The run as bytes, the same in every history that holds it.
  ///
  /// Rounds are written as differences from the round before, about twenty bytes each, half of
  /// them for the ratio.
  package var bytes: [UInt8] { bytes(version) }

  /// The run in a version of the format; of a version before the third, its series are plain or carry former ones.
  func bytes(_ version: UInt8) -> [UInt8] {
    var output = PackedBytes(Self.signature + [version])
    output.add(uid)
    output.add(kind)
    output.add(startedAt)
    output.add(finishedAt)
    for text in [commit, fingerprint, note] { output.add(text) }
    output.add(machine) {
      $0.add($1.id)
      $0.add($1.name)
      $0.add($1.machineClass.name)
    }
    output.add(count: environment.count)
    for field in environment {
      output.add(field.name)
      output.add(field.value)
      output.add(field.whyUnknown)
    }
    let series = seriesInOrder
    output.add(count: series.count)
    for one in series { Self.write(one, version, to: &output) }
    let places = Dictionary(series.enumerated().map { ($1, $0) }) { first, _ in first }
    output.add(count: sessions.count)
    for session in sessions {
      output.add(session.uid)
      output.add(session.record.startedAt)
      output.add(session.record.clock.rawValue)
      output.add(session.record.seed)
      output.add(count: session.measurements.count)
      for measurement in session.measurements {
        output.add(count: places[measurement.record.series] ?? 0)
        Self.write(measurement, version, to: &output)
      }
    }
    output.add(count: steps.count)
    for step in steps {
      output.add(step.name)
      output.add(step.result)
    }
    return output.bytes
  }

  /// Every series once, in the order of its first measurement.
  var seriesInOrder: [SeriesRecord] {
    var known: Set<SeriesRecord> = []
    return sessions.flatMap(\.measurements).map(\.record.series).filter {
      known.insert($0).inserted
    }
  }

  private static func write(
    _ series: SeriesRecord, _ version: UInt8, to output: inout PackedBytes
  ) {
    output.add(series.name)
    output.add(series.unit)
    guard version > 2 else { return FormerSeries(carriedBy: series).write(to: &output) }
    output.add(count: series.parameters.count)
    for parameter in series.parameters {
      output.add(parameter.name)
      output.add(parameter.value)
    }
    output.add(series.items) { $0.add($1) }
    output.add(series.metric)
    output.add(series.better?.rawValue)
  }

  private static func write(
    _ measurement: Measurement, _ version: UInt8, to output: inout PackedBytes
  ) {
    let record = measurement.record
    output.add(count: record.isReference ? 1 : 0)
    for text in [record.answerHash, record.codeHash, record.inputHash] { output.add(text) }
    output.add(record.instructions) { $0.add($1) }
    output.add(record.value) { $0.add($1) }
    if version > 1 {
      output.add(record.interval) {
        $0.add($1.lower)
        $0.add($1.upper)
      }
    }
    if version > 3 { output.add(record.intervalKind?.text) }
    output.add(count: measurement.samples.count)
    var previous = Sample.zero.numbers
    for sample in measurement.samples {
      let numbers = sample.numbers
      //     round    wall, ns     written
      //     0        1,000,500    1,000,500     three bytes
      //     1        1,000,620          120     two
      for (number, before) in zip(numbers, previous) { output.add(number &- before) }
      output.add(sample.logRatio) { $0.add($1) }
      previous = numbers
    }
  }
}

extension PortableRun.Sample {
  static let zero = Self(
    number: 0, epoch: Epoch(iterations: 0, wall: 0, threadCPU: 0, processCPU: 0))

  /// The sample's whole numbers, in the order in which they are written.
  var numbers: [Int64] {
    [
      Int64(number), Int64(epoch.iterations), Int64(clamping: epoch.wall),
      Int64(clamping: epoch.threadCPU), Int64(clamping: epoch.processCPU),
      Int64(clamping: epoch.involuntarySwitches), Int64(clamping: epoch.stealTicks),
    ]
  }

  /// The sample of whole numbers; nil where one is negative or nothing was done.
  init?(numbers: [Int64], logRatio: Double?) {
    guard numbers.count == 7, numbers.allSatisfy({ $0 >= 0 }), numbers[1] > 0 else { return nil }
    let epoch = Epoch(
      iterations: Int(numbers[1]), wall: UInt64(numbers[2]), threadCPU: UInt64(numbers[3]),
      processCPU: UInt64(numbers[4]), involuntarySwitches: UInt64(numbers[5]),
      stealTicks: UInt64(numbers[6]))
    self.init(number: Int(numbers[0]), epoch: epoch, logRatio: logRatio)
  }
}
