internal import BenchmarkHarness
package import HistoryReports
internal import OrderedJSON
internal import Pixels

/// Results for other programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
package struct JSONReport: ResultFormat {
  /// Raised when a field changes its meaning or goes; a new field does not raise it.
  package static let schema = 1

  package func opening(_ environment: RunEnvironment) -> String { "" }

  // A program reads a whole document; half of one would only look like damage.
  package func section(_ image: ImageResult) -> String { "" }

  package func closing(_ images: [ImageResult], _ environment: RunEnvironment) -> String {
    let results = images.flatMap { image in image.rows.map { Self.result($0, of: image) } }
    return JSONValue.object([
      .init("schema", .integer(Self.schema)),
      .init("environment", environment.record),
      .init("results", .array(results)),
    ]).text + "\n"
  }

  private static func result(_ row: KernelResult, of image: ImageResult) -> JSONValue {
    let dominant = row.answer.dominant
    let timing = row.timing
    return .object([
      .init("kernel", .string(row.kernel)),
      .init("method", .string(row.method)),
      .init("isa", .string(row.instructionSet)),
      .init("threads", .integer(row.threads)),
      .init("image", .string(image.name)),
      .init("width", .integer(image.width)),
      .init("height", .integer(image.height)),
      .init("dominant", .optional(dominant) { .string($0.color.description) }),
      .init("population", .optional(dominant) { .number($0.population) }),
      .init("count", .optional(dominant) { .integer(Int(clamping: $0.count)) }),
      .init("swatches", .array(row.answer.swatches.map(swatch))),
      .init("matchesReference", .bool(row.matchesReference)),
      .init("deltaE00", .optional(row.deltaE00, JSONValue.number)),
      .init("samples", .optional(timing) { .array($0.samples.map(JSONValue.number)) }),
      .init("medianSeconds", .optional(timing) { .number($0.median) }),
      .init(
        "interval",
        .optional(timing?.interval) { .array([.number($0.lowerBound), .number($0.upperBound)]) }),
      .init(
        "megapixelsPerSecond",
        .optional(timing) { .number(Double(image.pixelCount) / $0.median / 1e6) }),
      .init("ratioToRead", .optional(timing?.ratioToRead, JSONValue.number)),
      .init("ratioToReference", .optional(timing?.ratioToReference, JSONValue.number)),
      .init("peakBytes", .optional(row.peakBytes, JSONValue.integer)),
      .init("instructions", .optional(row.instructions, JSONValue.integer)),
    ])
  }

  private static func swatch(_ color: KernelResult.Color) -> JSONValue {
    .object([
      .init("color", .string(color.color.description)),
      .init("count", .integer(Int(clamping: color.count))),
      .init("population", .number(color.population)),
    ])
  }
}
