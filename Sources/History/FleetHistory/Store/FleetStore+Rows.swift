internal import Hashing
internal import Measuring
internal import OrderedJSON
internal import TimingHistory

extension FleetStore {
  /// What SQL can find of a run, and its content.
  static func row(of run: PortableRun, _ defaultClass: MachineClass) -> JSONValue {
    let bytes = run.bytes
    return .object([
      .init("uid", .string(run.uid)),
      .init("content_name", .string(SHA256.hex(bytes))),
      .init("kind", .string(run.kind)),
      .init("started_at", .number(Double(run.startedAt))),
      .init("finished_at", .number(Double(run.finishedAt))),
      .init("commit_hash", .optional(run.commit, JSONValue.string)),
      .init("fingerprint", .optional(run.fingerprint, JSONValue.string)),
      .init("note", .optional(run.note, JSONValue.string)),
      .init("machine", .optional(run.machine?.id, JSONValue.string)),
      .init("class", .string(run.sharedClass(or: defaultClass).name)),
      .init("content", .string(Base64.text(bytes))),
    ])
  }

  /// What SQL can find of the measurements of a run.
  static func measurementRows(of run: PortableRun) -> [JSONValue] {
    run.sessions.enumerated().flatMap { number, session in
      session.measurements.map { measurement in
        let record = measurement.record
        let summary = measurement.summary(clock: session.record.clock)
        return .object([
          .init("uid", .string(run.uid)), .init("session", .integer(number)),
          .init("series", .string(record.series.name)),
          .init("is_reference", .bool(record.isReference)),
          .init("value", .optional(summary?.value, JSONValue.number)),
          .init("value_low", .optional(summary?.valueInterval?.lower, JSONValue.number)),
          .init("value_high", .optional(summary?.valueInterval?.upper, JSONValue.number)),
          .init("log_ratio", .optional(summary?.logRatio, JSONValue.number)),
          .init("log_ratio_low", .optional(summary?.logRatioInterval?.lower, JSONValue.number)),
          .init("log_ratio_high", .optional(summary?.logRatioInterval?.upper, JSONValue.number)),
          .init("samples", .integer(measurement.samples.count)),
          .init("instructions", .optional(record.instructions) { .integer(Int($0)) }),
          .init("answer_hash", .optional(record.answerHash, JSONValue.string)),
          .init("code_hash", .optional(record.codeHash, JSONValue.string)),
          .init("input_hash", .optional(record.inputHash, JSONValue.string)),
        ])
      }
    }
  }
}
