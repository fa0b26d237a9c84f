internal import DominantColor
package import Pixels

/// How much of a tone a search takes, by its distance: the specification, in integers once distances
/// are.
///
/// A tone stands for colours around it. So one whose mean lies on the search's edge is taken by half; the
/// part falls in a straight line from ``fading`` within the edge, all, to as much beyond it, nothing.
struct ToneRuler {
  /// ΔE₀₀ to each side of the edge over which the part falls.
  ///
  /// It was chosen by the recall and precision that `make find-quality` counts. A search that reaches
  /// less far fades over its reach.
  static let fading = 1.2

  private let color: CIELAB
  private let bound: DifferenceBound
  private let reach: Double

  init(_ query: ColorQuery) {
    color = CIELAB(query.color)
    bound = DifferenceBound(from: color)
    reach = query.reach
  }

  /// What is taken of a tone.
  struct Taken: Sendable {
    static let nothing = Taken(part: 0, distance: 0)

    /// The part, in 256ths.
    let part: UInt16
    /// The tone's distance as it is reported: never above the search's reach.
    let distance: Double
  }

  /// What is taken of a tone of a colour.
  func taken(of other: RGB8) -> Taken {
    let distance = color.deltaE00(to: CIELAB(other))
    let half = min(Self.fading, reach)
    guard half > 0 else { return distance == 0 ? Taken(part: 256, distance: 0) : .nothing }
    //     distance   reach − half      reach      reach + half
    //     part       256               128        0
    let part = min(max(((reach - distance) / (2 * half) + 0.5) * 256, 0), 256).rounded()
    return Taken(part: UInt16(part), distance: min(distance, reach))
  }

  /// Whether a part may be taken of a colour in a cell of ``ColorCells``.
  func mayTake(fromCell cell: Int) -> Bool {
    // Beyond `reach + half` the part is 0.
    bound.least(to: ColorCells.box(of: cell)) <= reach + min(Self.fading, reach)
  }
}

/// What a search takes of one tone of a picture.
struct NearTone {
  let distance: Double
  /// In millionths of the picture.
  let share: Int
}

extension [NearTone] {
  /// Adds what is taken of a tone, unless that is nothing.
  mutating func append(_ tone: IndexedTone, _ taken: ToneRuler.Taken) {
    let share = tone.share * Int(taken.part) / 256
    if share > 0 { append(NearTone(distance: taken.distance, share: share)) }
  }
}

extension ColorQuery {
  /// Looks at one picture's tones: the specification of every faster search.
  ///
  /// - Returns: how near it is; `nil` when too little of it is within reach.
  /// - Complexity: O(*n*) differences in tones.
  package func match(_ tones: IndexedTones) -> Match? {
    let ruler = ToneRuler(self)
    var near: [NearTone] = []
    for tone in tones.tones { near.append(tone, ruler.taken(of: tone.color)) }
    return match(&near)
  }

  /// Adds up what is within reach.
  ///
  /// - Parameter near: what is taken of a picture's tones; sorted on return.
  /// - Returns: how near the picture is; `nil` when too little is within reach.
  func match(_ near: inout [NearTone]) -> Match? {
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
  package func matched(in palette: IndexedPalette, _ tones: IndexedTones) -> RGB8? {
    if tones.tones.isEmpty {
      let lab = CIELAB(color)
      return palette.swatches.first { lab.deltaE00(to: CIELAB($0.color)) <= reach }?.color
    }
    let ruler = ToneRuler(self)
    let taken = tones.tones.map { $0.share * Int(ruler.taken(of: $0.color).part) }
    guard let most = taken.indices.max(by: { taken[$0] < taken[$1] }), taken[most] > 0 else {
      return nil
    }
    return tones.tones[most].color
  }
}
