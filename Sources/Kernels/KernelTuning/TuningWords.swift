package import DominantColor
package import OrderedJSON
internal import Reporting

/// A tuning in words and in JSON.
package enum TuningWords {
  /// The choices by size, a line for each question, content and number of threads.
  package static func choices(_ tuning: Tuning) -> [String] {
    var lines: [String] = []
    var seen: Set<Row> = []
    for choice in tuning.choices {
      let row = Row(
        question: TunedQuestion(choice.method, choice.precision), content: choice.content,
        threads: choice.threads)
      guard seen.insert(row).inserted else { continue }
      let bands = tuning.choices.filter {
        TunedQuestion($0.method, $0.precision) == row.question && $0.content == row.content
          && $0.threads == row.threads
      }.sorted { $0.fromPixels < $1.fromPixels }
      let words = bands.map { band in
        let name = band.kernelThreads > 1 ? "\(band.kernel)×\(band.kernelThreads)" : band.kernel
        return band.fromPixels == 0
          ? name : "\(name) from \(Quantities.megapixels(band.fromPixels))"
      }
      let threads = row.threads == 1 ? "1 thread" : "\(row.threads) threads"
      lines.append(
        "\(row.question.title), \(row.content.rawValue), on \(threads): \(words.joined(separator: ", "))"
      )
    }
    return lines
  }

  private struct Row: Hashable {
    let question: TunedQuestion
    let content: ImageContent
    let threads: Int
  }

  /// The tuning as its file says it.
  package static func json(_ tuning: Tuning) -> JSONValue {
    .object([
      .init("schema", .integer(Tuning.schema)), .init("library", .string(tuning.key.library)),
      .init("kernelBuild", .string(tuning.key.kernelBuild)), .init("cpu", .string(tuning.key.cpu)),
      .init("cpuFeatures", .string(tuning.key.cpuFeatures)),
      .init("cores", .integer(tuning.key.cores)),
      .init("cgroupQuota", .string(tuning.key.cgroupQuota)), .init("made", .string(tuning.made)),
      .init("choices", .array(tuning.choices.map(json))),
    ])
  }

  private static func json(_ choice: Tuning.Choice) -> JSONValue {
    let evidence = choice.evidence
    return .object([
      .init("method", .string(choice.method.rawValue)),
      .init("precision", .string(choice.precision.rawValue)),
      .init("content", .string(choice.content.rawValue)),
      .init("threads", .integer(choice.threads)), .init("fromPixels", .integer(choice.fromPixels)),
      .init("kernel", .string(choice.kernel)),
      .init("kernelThreads", .integer(choice.kernelThreads)),
      .init("runnerUp", .optional(evidence) { .string($0.runnerUp) }),
      .init("image", .optional(evidence) { .string($0.image) }),
      .init("ratio", .optional(evidence) { .number($0.ratio) }),
      .init(
        "interval",
        .optional(evidence) {
          .array([.number($0.interval.lowerBound), .number($0.interval.upperBound)])
        }),
      .init("tie", .optional(evidence) { .bool($0.isTie) }),
    ])
  }
}
