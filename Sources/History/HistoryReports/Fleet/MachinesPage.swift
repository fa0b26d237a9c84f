internal import HistoryExchange
package import OrderedJSON
internal import Reporting
package import TimingHistory

/// The machines of a fleet, for people and programs.
package struct MachinesPage {
  private let machines: [FleetOverview.Machine]

  /// Makes the page of machines.
  package init(_ machines: [FleetOverview.Machine]) { self.machines = machines }

  /// A table for people.
  package var table: String {
    guard !machines.isEmpty else { return "No machine has added a run yet.\n" }
    var table = TextTable(columns: [
      .init("machine", .left), .init("runs"), .init("newest (UTC)", .left), .init("control"),
      .init("", .left), .init("class", .left),
    ])
    for one in machines {
      table.append(
        [
          printable(one.name), "\(one.runs)", Timestamp.text(one.newest),
          one.ratio.map { Decimals.fixed($0, places: 3) } ?? TextTable.nothing,
          one.drifts ? "drifts" : "", printable(one.machineClass),
        ].map { TextTable.Cell($0) })
    }
    return table.lines().joined(separator: "\n") + "\n"
  }

  /// A list for programs.
  package var json: JSONValue {
    .object([
      .init(
        "machines",
        .array(
          machines.map { one in
            .object([
              .init("machine", .string(one.name)), .init("class", .string(one.machineClass)),
              .init("runs", .integer(one.runs)), .init("newest", .integer(Int(one.newest))),
              .init("controlRatio", .optional(one.ratio, JSONValue.number)),
              .init("drifts", .bool(one.drifts)),
            ])
          }))
    ])
  }
}
