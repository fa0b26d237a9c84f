/// What is asked of an image, as far as it decides which kernel is fastest.
enum Question: Int, CaseIterable, Sendable {
  case histogram
  case fineHistogram
  case kmeans
  case hue
  case distinct

  init(_ method: PaletteMethod, _ precision: HistogramPrecision) {
    switch method {
    case .histogram: self = precision == .fine ? .fineHistogram : .histogram
    case .kmeans: self = .kmeans
    case .hue: self = .hue
    case .distinct: self = .distinct
    }
  }

  var method: PaletteMethod {
    switch self {
    case .histogram, .fineHistogram: .histogram
    case .kmeans: .kmeans
    case .hue: .hue
    case .distinct: .distinct
    }
  }

  var precision: HistogramPrecision { self == .fineHistogram ? .fine : .standard }

  var text: String {
    self == .fineHistogram ? "method histogram at fine precision" : "method \(method.rawValue)"
  }
}
