internal import DominantColor
internal import Pixels

/// The options of a call, as JavaScript writes them: nine numbers of 32 bits, -1 for none, 0 for a count of as many colours
/// as a picture has.
struct Question {
  let method: PaletteMethod
  let options: PaletteOptions
  /// Whether a picture that consists of few colours keeps these: where no method is named.
  let keepsFewColors: Bool

  init(_ words: UnsafePointer<Int32>) {
    func level(_ index: Int) -> UInt8? {
      words[index] < 0 ? nil : UInt8(truncatingIfNeeded: words[index])
    }
    let methods: [PaletteMethod] = [.histogram, .kmeans, .hue, .distinct]
    keepsFewColors = words[0] == 4
    method = keepsFewColors ? .distinct : methods[Int(words[0] & 3)]
    options = PaletteOptions(
      count: words[2] > 0 ? Int(words[2]) : nil, choosesCount: words[2] == 0,
      visibility: VisibilityRule(
        minimumAlpha: level(3) ?? 128, whiteAbove: level(4), blackBelow: level(5),
        greyWithin: level(6)),
      precision: words[1] == 1 ? .fine : .standard,
      hue: HueScale(binCount: Int(words[7]), greyThreshold: level(8) ?? 16))
  }
}

/// The pixels that JavaScript put into the module's memory.
func pixels(_ start: UnsafeRawPointer, _ width: Int32, _ height: Int32) -> PixelView {
  // SAFETY: the caller allocated four bytes for each pixel and wrote them.
  PixelView(baseAddress: start, width: Int(width), height: Int(height))
}

extension Palette {
  /// Writes the answer as numbers of 64 bits: what was counted, the hue, the dominant colour, how many colours there
  /// are where the palette's are exact, then the palette's.
  func write(to numbers: UnsafeMutablePointer<Double>, distinctColors: Int = 0) {
    let reason: Double =
      switch absence {
      case nil: 0
      case .noPixels: 1
      case .allTransparent: 2
      case .allFiltered: 3
      case .allGrey: 4
      }
    let color = dominant?.color ?? RGB8(red: 0, green: 0, blue: 0)
    let head = [
      Double(tally.counted), Double(tally.transparent), Double(tally.filtered), reason,
      Double(hue?.bin ?? -1), hue?.degrees ?? 0, Double(hue?.greyCount ?? 0),
      Double(hue?.meanSaturation ?? 0), Double(hue?.meanBrightness ?? 0), Double(swatches.count),
      Double(color.red), Double(color.green), Double(color.blue), Double(dominant?.count ?? 0),
      Double(distinctColors),
    ]
    // SAFETY: the caller has room for the head and 64 colours of 4 numbers.
    for (index, number) in head.enumerated() { numbers[index] = number }
    for (index, swatch) in swatches.enumerated() {
      let place = numbers + head.count + 4 * index
      place[0] = Double(swatch.color.red)
      place[1] = Double(swatch.color.green)
      place[2] = Double(swatch.color.blue)
      place[3] = Double(swatch.count)
    }
  }
}
