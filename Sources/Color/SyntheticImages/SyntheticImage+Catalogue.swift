internal import Pixels

extension SyntheticImage {
  /// The kinds that people can name, in the order in which they are listed.
  package static let all: [SyntheticImage] = [
    SyntheticImage(
      name: "flat", summary: "one colour, chosen by the seed",
      makePainter: { FlatPainter(canvas: $0) }, truth: { FlatPainter(canvas: $0).truth }),
    SyntheticImage(
      name: "photo", summary: "a landscape with sensor noise: cell runs as in real photographs",
      makePainter: { PhotoPainter(canvas: $0) }),
    SyntheticImage(
      name: "screen",
      summary: "windows, icons and lines of text in flat colours, as in a screenshot",
      makePainter: { ScreenPainter(canvas: $0) }, truth: { ScreenLayout(canvas: $0).truth }),
    SyntheticImage(
      name: "gradient", summary: "smooth ramps in three directions with noise (s = 2)",
      makePainter: { GradientPainter(canvas: $0) }),
    planted(
      .centred, name: "planted",
      summary: "20 % of one colour (s = 2) inside one cell, over a noisy gradient"),
    planted(
      .straddling, name: "straddle",
      summary: "20 % of one colour on the corner of eight cells, against a flat 6 % decoy"),
    SyntheticImage(
      name: "noise", summary: "uniform random colours: the worst case for caches and runs",
      makePainter: { UniformNoisePainter(canvas: $0) }),
    SyntheticImage(
      name: "alpha", summary: "a soft-edged disc; strong wrong colours hide under transparency",
      makePainter: { AlphaPainter(canvas: $0) }, truth: { AlphaPainter(canvas: $0).truth }),
  ]

  /// The kind of a name, exactly as listed; `nil` when there is none.
  package static func named(_ name: String) -> SyntheticImage? {
    all.first { $0.name == name }
  }
}
