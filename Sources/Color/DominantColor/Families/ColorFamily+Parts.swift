extension ColorFamily {
  private typealias Part = FamilyPart

  /// The parts of the region: lightness and chroma in thousandths, hue in degrees.
  var parts: [FamilyPart] {
    switch self {
    case .red: Self.reds
    case .orange: Self.oranges
    case .yellow: Self.yellows
    case .green: Self.greens
    case .teal: Self.teals
    case .blue: Self.blues
    case .purple: Self.purples
    case .pink: Self.pinks
    case .brown: Self.browns
    case .black: Self.blacks
    case .grey: Self.greys
    case .white: Self.whites
    case .pastel: Self.pastels
    case .dark: Self.darks
    case .light: Self.lights
    case .vivid: Self.vivids
    }
  }

  private static let reds: [Part] = [
    Part(240...370, 90..., hue: 350, 31),
    Part(370...510, 130..., hue: 348, 38),
    Part(510...680, 140..., hue: 6, 36),
    Part(510...600, 120...140, hue: 12, 36),
  ]
  private static let oranges: [Part] = [
    Part(550...750, 125..., hue: 33, 56),
    Part(580...840, 130..., hue: 56, 78),
    Part(750...880, 105..., hue: 48, 74),
  ]
  private static let yellows: [Part] = [
    Part(690...800, 136..., hue: 85, 113),
    Part(720...800, 136..., hue: 80, 85),
    Part(800...1000, 90..., hue: 74, 122),
    Part(900...1000, 130..., hue: 122, 127),
    Part(900...1000, 60...90, hue: 80, 115),
  ]
  private static let greens: [Part] = [
    Part(200...600, 50..., hue: 106, 182),
    Part(600...850, 50..., hue: 113, 172),
    Part(850...1000, 50..., hue: 123, 168),
  ]
  private static let teals: [Part] = [
    Part(340...750, 50..., hue: 159, 205),
    Part(750...960, 43..., hue: 160, 182),
    Part(750...955, 43..., hue: 182, 196),
    Part(500...620, 80..., hue: 205, 216),
    Part(690...810, 100..., hue: 196, 209),
    Part(790...900, 140...190, hue: 155, 160),
  ]
  private static let blues: [Part] = [
    Part(120...920, 38..., hue: 187, 288),
    Part(400...920, 60..., hue: 178, 187),
    Part(680...920, 90..., hue: 165, 178),
    Part(920...985, 38..., hue: 183, 260),
  ]
  private static let purples: [Part] = [
    Part(150...700, 43..., hue: 285, 334),
    Part(150...560, 43..., hue: 334, 345),
    Part(700...930, 43..., hue: 287, 328),
    Part(360...450, 70..., hue: 345, 6),
  ]
  private static let pinks: [Part] = [
    Part(570...700, 70..., hue: 328, 6),
    Part(480...570, 140..., hue: 345, 6),
    Part(640...700, 60..., hue: 6, 19),
    Part(700...990, 40..., hue: 327, 32),
    Part(640...700, 60...160, hue: 19, 25),
    Part(670...820, 80...190, hue: 19, 36),
  ]
  private static let browns: [Part] = [
    Part(120...380, 43...130, hue: 29, 108),
    Part(380...560, 43...135, hue: 10, 108),
    Part(560...620, 43...146, hue: 22, 97),
    Part(620...660, 43...132, hue: 38, 97),
    Part(660...690, 43...141, hue: 60, 97),
    Part(690...820, 60...132, hue: 60, 93),
  ]
  private static let blacks: [Part] = [
    Part(0...240, 0...43),
    Part(0...140, 43...60),
  ]
  private static let greys: [Part] = [
    Part(240...955, 0...43),
    Part(500...800, 43...71, hue: 130, 147),
    Part(300...800, 43...55, hue: 235, 260),
    Part(500...640, 43...54, hue: 310, 330),
    Part(550...800, 43...70, hue: 345, 7),
    Part(550...620, 43...48, hue: 20, 90),
  ]
  private static let whites: [Part] = [
    Part(955...1000, 0...36)
  ]
  private static let pastels: [Part] = [
    Part(750...985, 36...140),
    Part(750...985, 140...170, hue: 70, 140),
  ]
  private static let darks: [Part] = [
    Part(0...470, 0...Part.mostChroma)
  ]
  private static let lights: [Part] = [
    Part(780...1000, 0...Part.mostChroma)
  ]
  private static let vivids: [Part] = [
    Part(450...1000, 200...Part.mostChroma),
    Part(500...1000, 150...200, hue: 35, 90),
    Part(550...1000, 130...200, hue: 150, 245),
  ]
}
