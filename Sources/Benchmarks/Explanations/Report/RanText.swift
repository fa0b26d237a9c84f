internal import BenchmarkHarness
internal import Files
internal import OrderedJSON
internal import Reporting

extension Explanation {
  /// How many functions of what ran are shown.
  private static let mostRows = 10
  /// The share of all instructions below which a change is not shown.
  private static let smallestShown = 0.001

  /// What one call executes more or less, a heading first; nothing where it was not asked for.
  var ranLines: [String] {
    guard let ran else { return [] }
    guard case .counted(let found) = ran else {
      guard case .unknown(let reason) = ran else { return [] }
      return ["What ran is not known: \(reason)"]
    }
    let (before, after) = (found.base.instructions, found.candidate.instructions)
    let total = max(before, after, 1)
    let heading =
      "What one run executes: \(Self.change(before, after)) \(found.candidate.counter.unit)"
      + (before == 0 ? "" : ", \(Decimals.change(Double(after) / Double(before) - 1))")
    let large = found.rows.filter {
      Double(abs($0.change)) >= Self.smallestShown * Double(total)
    }
    guard !large.isEmpty else { return ["\(heading); no function differs by 0.1 % of it."] }
    var table = TextTable(
      columns: [
        .init("function", .left), .init("calls"),
        .init(String(found.candidate.counter.unit.split(separator: " ").last ?? "")),
        .init("of all"),
      ])
    for row in large.prefix(Self.mostRows) {
      table.append([
        .init("\(row.name) (\(row.place))"),
        .init(row.calls(Self.count)),
        .init(Self.change(row.base.instructions, row.candidate.instructions)),
        .init(Decimals.change(Double(row.change) / Double(max(before, 1)))),
      ])
    }
    let rest = found.rows.count - min(large.count, Self.mostRows)
    return ["\(heading):"] + table.lines(indent: 2)
      + (rest > 0 ? ["  and \(rest) that change less"] : [])
      + (found.hasNames ? [] : ["  The program has no names of functions: it is stripped."])
  }

  private static func change(_ base: Int, _ candidate: Int) -> String {
    base == candidate ? count(base) : "\(count(base)) → \(count(candidate))"
  }

  /// A count: whole where it is small, else with three digits that count.
  private static func count(_ count: Int) -> String {
    let value = Double(count)
    return switch value {
    case ..<10_000: "\(count)"
    case ..<999.5e3: Quantities.threeDigits(value / 1e3) + " k"
    case ..<999.5e6: Quantities.threeDigits(value / 1e6) + " M"
    default: Quantities.threeDigits(value / 1e9) + " G"
    }
  }
}

extension RanFunctions.Row {
  /// Its file, or the program that it is in; of a file outside of the repository the name.
  var place: String {
    file.map { $0.hasPrefix("/") ? PathParts($0).name : $0 } ?? object
  }

  /// How often it was called, or that it was inlined everywhere.
  ///
  /// - Parameter words: how a number is written.
  /// - Returns: one number where it is that of both sides.
  func calls(_ words: (Int) -> String) -> String {
    let sides = [base, candidate].map {
      $0.calls == 0 && $0.inlined > 0 ? "inlined" : words($0.calls)
    }
    return sides[0] == sides[1] ? sides[0] : sides.joined(separator: " → ")
  }
}

extension Explanation.Ran {
  /// What ran, for programs.
  var json: JSONValue {
    switch self {
    case .unknown(let reason): return .object([.init("unavailable", .string(reason))])
    case .counted(let ran):
      func count(_ count: CallProfile.Count) -> JSONValue {
        .object([
          .init("calls", .integer(count.calls)),
          .init("instructions", .integer(count.instructions)),
          .init("inlined", .integer(count.inlined)),
        ])
      }
      return .object([
        .init("by", .string(ran.candidate.counter.name)),
        .init("unit", .string(ran.candidate.counter.unit)),
        .init("baseInstructions", .integer(ran.base.instructions)),
        .init("candidateInstructions", .integer(ran.candidate.instructions)),
        .init(
          "functions",
          .array(
            ran.rows.map { row in
              .object([
                .init("name", .string(row.name)),
                .init("file", .optional(row.file, JSONValue.string)),
                .init("object", .string(row.object)),
                .init("base", count(row.base)),
                .init("candidate", count(row.candidate)),
              ])
            })),
      ])
    }
  }
}
