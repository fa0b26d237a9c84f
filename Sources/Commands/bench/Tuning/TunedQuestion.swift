internal import DominantColor

/// What kernels are raced at: a method, and how finely it counts.
struct TunedQuestion: Hashable {
  let method: PaletteMethod
  let precision: HistogramPrecision

  init(_ method: PaletteMethod, _ precision: HistogramPrecision = .standard) {
    self.method = method
    self.precision = precision
  }

  /// The name in tables: `histogram`, or `histogram fine`.
  var title: String { precision == .fine ? "\(method.rawValue) fine" : method.rawValue }

  var options: PaletteOptions { PaletteOptions(precision: precision) }
}
