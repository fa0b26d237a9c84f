internal import ExchangeDocuments
internal import Measuring

extension PortableRun {
  /// Reads a run from bytes that anyone may have made.
  ///
  /// Every text, number and list is checked, so that what was read can be added to a history. The
  /// memory that reading takes is proportional to the bytes.
  ///
  /// - Parameter bytes: What ``bytes`` gave.
  /// - Throws: ``SharingError`` that says what is wrong.
  /// - Complexity: O(*n*) in bytes.
  package init(reading bytes: [UInt8]) throws(SharingError) {
    guard bytes.count <= Self.maximumBytes else {
      throw SharingError(
        "A run has \(bytes.count) bytes; at most \(Self.maximumBytes) are read.")
    }
    guard bytes.starts(with: Self.signature), bytes.count > Self.signature.count + 1 else {
      throw SharingError("It is not a run.")
    }
    let version = bytes[Self.signature.count]
    guard Self.versions.contains(version) else {
      throw SharingError(
        "A run is in version \(version) of its format; this program knows versions up to"
          + " \(Self.versions.upperBound). Update it.")
    }
    var input = PackedReader(bytes[(Self.signature.count + 1)...])
    uid = try Self.uid(&input)
    kind = try input.text(limit: 100)
    startedAt = try Self.time(&input)
    finishedAt = try Self.time(&input)
    commit = try input.optional { (input) throws(SharingError) in try input.text() }
    fingerprint = try input.optional { (input) throws(SharingError) in try input.text() }
    note = try input.optional { (input) throws(SharingError) in try input.text(limit: 65_536) }
    machine = try input.optional { (input) throws(SharingError) in try Self.machine(&input) }
    environment = try input.list(ofBytes: 3) { (input) throws(SharingError) in
      try Self.field(&input)
    }
    guard Set(environment.map(\.name)).count == environment.count else {
      throw SharingError("The run's environment names a field twice.")
    }
    let series = try input.list(ofBytes: 6) { (input) throws(SharingError) in
      try Self.series(&input, version)
    }
    sessions = try input.list(ofBytes: 5) { (input) throws(SharingError) in
      try Self.session(&input, series, version)
    }
    guard Set(sessions.map(\.uid)).count == sessions.count else {
      throw SharingError("The run has one session twice.")
    }
    steps = try input.list(ofBytes: 2) { (input) throws(SharingError) in
      Step(name: try input.text(), result: try input.text(limit: 8 << 20))
    }
    guard Set(steps.map(\.name)).count == steps.count else {
      throw SharingError("The run has one step twice.")
    }
    guard input.left == 0 else { throw SharingError("\(input.left) bytes follow the run.") }
    // What is written otherwise than this program writes it would have two names.
    let isFormer = version < 3
    guard isFormer ? version == formerVersion && self.bytes(version) == bytes : self.bytes == bytes
    else { throw SharingError("The run is not written as this program writes runs.") }
    if isFormer { bringUpToDate() }
  }

  /// Makes series of today of those that earlier versions wrote.
  private mutating func bringUpToDate() {
    for session in sessions.indices {
      for measurement in sessions[session].measurements.indices {
        let series = sessions[session].measurements[measurement].record.series
        sessions[session].measurements[measurement].record.series =
          FormerSeries(carriedBy: series).record
      }
    }
  }

  static func uid(_ input: inout PackedReader) throws(SharingError) -> String {
    let uid = try input.text(limit: 64)
    let isHexadecimal = uid.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
    }
    guard uid.utf8.count == 32, isHexadecimal else {
      throw SharingError("It has a name of a run that is not 32 hexadecimal digits.")
    }
    return uid
  }

  /// Milliseconds since 1970, at most 10,000 years away.
  static func time(_ input: inout PackedReader) throws(SharingError) -> Int64 {
    let time = try input.signed()
    guard abs(time.clamped) <= 253_402_300_799_999 else {
      throw SharingError("It has a time after the year 9999.")
    }
    return time
  }

  private static func machine(_ input: inout PackedReader) throws(SharingError) -> MachineIdentity {
    let identity = MachineIdentity(
      id: try input.text(limit: 100), name: try input.text(limit: 300),
      machineClass: MachineClass(name: try input.text(limit: MachineClass.maximumBytes)))
    guard !identity.id.isEmpty, !identity.machineClass.name.isEmpty else {
      throw SharingError("It has a machine without an identity or a class.")
    }
    return identity
  }

  private static func field(_ input: inout PackedReader) throws(SharingError) -> Field {
    let field = Field(
      name: try input.text(limit: 100),
      value: try input.optional { (input) throws(SharingError) in try input.text(limit: 65_536) },
      whyUnknown: try input.optional { (input) throws(SharingError) in try input.text() })
    guard (field.value == nil) != (field.whyUnknown == nil) else {
      throw SharingError("The field '\(field.name)' has a value and a reason for having none.")
    }
    return field
  }

  private static func series(
    _ input: inout PackedReader, _ version: UInt8
  ) throws(SharingError) -> SeriesRecord {
    let name = try input.text(limit: 1000)
    let unit = try input.text(limit: 100)
    guard !name.isEmpty else { throw SharingError("It has a series without a name.") }
    guard version > 2 else {
      return try FormerSeries(name: name, unit: unit, reading: &input).carrier
    }
    var series = SeriesRecord(name: name, unit: unit)
    series.parameters = try input.list(ofBytes: 2) { (input) throws(SharingError) in
      BenchmarkParameter(try input.text(limit: 100), try input.text())
    }
    guard Set(series.parameters.map(\.name)).count == series.parameters.count else {
      throw SharingError("The series '\(name)' has a parameter twice.")
    }
    series.items = try input.optional { (input) throws(SharingError) in try input.double() }
    guard series.items.map({ $0 > 0 }) ?? true else {
      throw SharingError("The series '\(name)' works on no items.")
    }
    series.metric = try input.optional { (input) throws(SharingError) in try input.text(limit: 100)
    }
    series.better = try input.optional { (input) throws(SharingError) in
      let text = try input.text(limit: 100)
      guard let better = BenchmarkMetric.Better(rawValue: text) else {
        throw SharingError(
          "The values of '\(name)' are better when '\(text)', which this program does not know.")
      }
      return better
    }
    return series
  }

  private static func session(
    _ input: inout PackedReader, _ series: [SeriesRecord], _ version: UInt8
  ) throws(SharingError) -> Session {
    let uid = try uid(&input)
    let startedAt = try time(&input)
    let clock = try input.text(limit: 100)
    guard let clock = ClockKind(rawValue: clock) else {
      throw SharingError("A session is on the clock '\(clock)', which this program does not know.")
    }
    let record = SessionRecord(startedAt: startedAt, clock: clock, seed: try input.unsigned())
    let measurements = try input.list(ofBytes: 7) { (input) throws(SharingError) in
      try Self.measurement(&input, series, version)
    }
    guard Set(measurements.map(\.record.series.name)).count == measurements.count,
      measurements.count(where: \.record.isReference) <= 1
    else { throw SharingError("A session has a series or a reference twice.") }
    return Session(uid: uid, record: record, measurements: measurements)
  }

  private static func measurement(
    _ input: inout PackedReader, _ series: [SeriesRecord], _ version: UInt8
  ) throws(SharingError) -> Measurement {
    let place = try input.unsigned()
    guard place < series.count else { throw SharingError("A measurement is of no series.") }
    let isReference = try input.unsigned()
    guard isReference <= 1 else {
      throw SharingError("A measurement is neither a reference nor compared with one.")
    }
    var record = MeasurementRecord(
      series: series[Int(place)], isReference: isReference == 1,
      answerHash: try input.optional { (input) throws(SharingError) in try input.text() },
      codeHash: try input.optional { (input) throws(SharingError) in try input.text() },
      inputHash: try input.optional { (input) throws(SharingError) in try input.text() },
      instructions: try input.optional { (input) throws(SharingError) in try input.signed() },
      value: try input.optional { (input) throws(SharingError) in try input.double() })
    if version > 1 {
      record.interval = try input.optional { (input) throws(SharingError) in
        let (lower, upper) = (try input.double(), try input.double())
        guard lower <= upper else {
          throw SharingError("It has an interval that ends before it begins.")
        }
        return Interval(lower: lower, upper: upper)
      }
    }
    if version > 3 {
      record.intervalKind = try input.optional { (input) throws(SharingError) in
        let text = try input.text(limit: 100)
        guard let kind = IntervalKind(text: text), record.interval != nil else {
          throw SharingError(
            "It has an interval of the kind '\(text)', which this program does not know.")
        }
        return kind
      }
    }
    var numbers = Sample.zero.numbers
    var samples: [Sample] = []
    for _ in 0..<(try input.count(ofBytes: 8)) {
      for place in numbers.indices { numbers[place] &+= try input.signed() }
      let ratio = try input.optional { (input) throws(SharingError) in try input.double() }
      guard let sample = Sample(numbers: numbers, logRatio: ratio),
        sample.number > samples.last?.number ?? -1
      else { throw SharingError("A round has a number that cannot be measured.") }
      samples.append(sample)
    }
    return Measurement(record: record, samples: samples)
  }
}

extension Int64 {
  /// The number, without the one that has no opposite.
  fileprivate var clamped: Int64 { Swift.max(self, -Int64.max) }
}
