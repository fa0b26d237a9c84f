internal import OrderedJSON

/// The table of transitions of ``PictureJob`` for the page, which runs the same machine, and the limits that
/// it checks before it sends a file.
enum MachineTable {
  /// Phases, in order, each with the events that lead on and whether work leads out of it.
  static func json(_ limits: ServerLimits) -> JSONValue {
    .object([
      .init(
        "transitions",
        .object(
          PictureJob.Phase.allCases.map { phase in
            let events = PictureJob.transitions[phase] ?? [:]
            return .init(
              phase.rawValue,
              .object(
                PictureJob.EventKind.allCases.compactMap { kind in
                  events[kind].map { .init(kind.rawValue, .string($0.rawValue)) }
                }))
          })),
      .init(
        "work",
        .array(PictureJob.Phase.allCases.filter(\.needsWork).map { .string($0.rawValue) })),
      .init("limits", .object([.init("fileBytes", .integer(limits.fileBytes))])),
    ])
  }
}
