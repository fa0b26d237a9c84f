internal import ImageCodecs
internal import OrderedJSON
internal import Reporting

extension DisplayP3Color {
  /// The colour as CSS takes it (CSS Color 4, 10).
  var css: String { "color(display-p3 \(channels.joined(separator: " ")))" }

  /// Its channels, and whether sRGB has it.
  var json: JSONValue {
    .object([
      .init("css", .string(css)),
      .init("components", .array([red, green, blue].map { .number(Self.rounded($0)) })),
      .init("inSRGB", .bool(isInSRGB)),
    ])
  }

  /// Four digits: a level of 8 bits has steps of 0.004.
  private var channels: [String] {
    [red, green, blue].map { Decimals.fixed(Self.rounded($0), places: 4) }
  }

  private static func rounded(_ channel: Double) -> Double {
    (channel * 10_000).rounded() / 10_000
  }
}
