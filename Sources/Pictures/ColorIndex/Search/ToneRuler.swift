internal import DominantColor
public import Pixels

/// How much of a tone a search takes, by its distance and spread: the specification, in integers
/// once distances are.
///
/// A distance is a step of 1/8 ΔE₀₀ or more. A tone whose mean lies on the search's edge is taken
/// by half; the part falls in a straight line over its spread to both sides.
struct ToneRuler {
  /// Distances from this step on take nothing of any tone.
  static let beyond = 255

  private let color: CIELAB
  private let reach: Double
  private let unit: Double
  /// The part taken in 256ths, by spread and step.
  let parts: [UInt16]

  init(_ query: ColorQuery) {
    color = CIELAB(query.color)
    reach = query.reach
    // The widest spread is 7.75.
    let unit = max(0.125, (query.reach + 8) / Double(Self.beyond - 1))
    self.unit = unit
    var parts = [UInt16](repeating: 0, count: 32 * 256)
    for spread in 0..<32 {
      for step in 0..<Self.beyond {
        let inside = query.reach - (Double(step) + 0.5) * unit
        let half = Double(spread) / 4
        let part = half > 0 ? inside / (2 * half) + 0.5 : inside >= -0.5 * unit ? 1 : 0
        parts[spread << 8 | step] = UInt16((min(max(part, 0), 1) * 256).rounded())
      }
    }
    self.parts = parts
  }

  /// The step of a colour.
  func step(to color: RGB8) -> UInt8 {
    let steps = self.color.deltaE00(to: CIELAB(color)) / unit
    return steps < Double(Self.beyond) ? UInt8(steps) : UInt8(Self.beyond)
  }

  /// The part of a tone at a step that is taken, in 256ths.
  func part(of tone: IndexedTone, at step: UInt8) -> Int {
    Int(parts[tone.spreadInQuarters << 8 | Int(step)])
  }

  /// The distance of a tone as it is told: never above the search's reach.
  func distance(to tone: IndexedTone) -> Double {
    min(color.deltaE00(to: CIELAB(tone.color)), reach)
  }
}

extension ColorQuery {
  /// Looks at one picture's tones: the specification of every faster search.
  ///
  /// - Returns: how near it is; `nil` when too little of it is within reach.
  /// - Complexity: O(*n*) differences in tones.
  public func match(_ tones: IndexedTones) -> Match? {
    let ruler = ToneRuler(self)
    return match(tones.tones, ruler) { ruler.step(to: $0.color) }
  }

  /// Adds up what is within reach, where the steps of tones are known.
  func match(
    _ tones: some Sequence<IndexedTone>, _ ruler: ToneRuler, step: (IndexedTone) -> UInt8
  ) -> Match? {
    var near: [(distance: Double, share: Int)] = []
    for tone in tones {
      let taken = tone.share * ruler.part(of: tone, at: step(tone)) / 256
      if taken > 0 { near.append((ruler.distance(to: tone), taken)) }
    }
    near.sort { $0.distance < $1.distance }
    var sum = 0
    var distance: Double?
    for tone in near {
      sum += tone.share
      // Shares here are millionths, those of queries ten-thousandths.
      if sum >= share * 100, distance == nil { distance = tone.distance }
    }
    return distance.map { Match(distance: $0, share: min((sum + 50) / 100, IndexedSwatch.whole)) }
  }

  /// The colour of a picture that a search found: of what is within reach, the fullest.
  ///
  /// - Returns: `nil` where nothing is.
  public func matched(in palette: IndexedPalette, _ tones: IndexedTones) -> RGB8? {
    if tones.tones.isEmpty {
      let lab = CIELAB(color)
      return palette.swatches.first { lab.deltaE00(to: CIELAB($0.color)) <= reach }?.color
    }
    let ruler = ToneRuler(self)
    let taken = tones.tones.map { $0.share * ruler.part(of: $0, at: ruler.step(to: $0.color)) }
    guard let most = taken.indices.max(by: { taken[$0] < taken[$1] }), taken[most] > 0 else {
      return nil
    }
    return tones.tones[most].color
  }
}
