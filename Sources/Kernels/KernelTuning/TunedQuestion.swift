package import DominantColor

/// What kernels are raced at: a method, and how finely it counts.
package struct TunedQuestion: Hashable {
  package let method: PaletteMethod
  package let precision: HistogramPrecision

  package init(_ method: PaletteMethod, _ precision: HistogramPrecision = .standard) {
    self.method = method
    self.precision = precision
  }

  /// The name in tables: `histogram`, or `histogram fine`.
  package var title: String { precision == .fine ? "\(method.rawValue) fine" : method.rawValue }

  package var options: PaletteOptions { PaletteOptions(precision: precision) }
}
