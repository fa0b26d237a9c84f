internal import Measuring

/// A JPEG file of an invented picture, written by libjpeg: the same for the same number, on every machine.
///
/// Sizes, sampling, quality, content, tables, restart markers and kinds of scans are drawn at random; the
/// coded data of one file in four is damaged.
public struct GeneratedJPEG: Sendable {
  /// The file; empty where libjpeg does not write such files.
  public let bytes: [UInt8]
  /// Whether its coded data was changed.
  public let isDamaged: Bool

  /// Makes the file of a number.
  public init(_ number: Int) {
    var generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9 &+ 3)
    let recipe = Self.recipe(using: &generator)
    var bytes = recipe.file(of: Self.samples(of: recipe, using: &generator))
    isDamaged = Int.random(in: 0..<4, using: &generator) == 0
    if isDamaged {
      for _ in 0..<pick([1, 1, 1, 2, 4], using: &generator) {
        Self.damage(&bytes, using: &generator)
      }
    }
    self.bytes = bytes
  }

  private static func recipe(using generator: inout SeededGenerator) -> JPEGRecipe {
    let usual: [[(Int32, Int32)]] = [
      [(1, 1)], [(1, 1), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)], [(2, 2), (1, 1), (1, 1)],
      [(2, 2), (1, 1), (1, 1)],
    ]
    let unusual: [[(Int32, Int32)]] = [
      [(2, 2)], [(1, 2), (1, 1), (1, 1)], [(4, 1), (1, 1), (1, 1)], [(2, 2), (2, 1), (2, 1)],
      [(1, 1), (2, 1), (1, 1)], [(4, 4)],
    ]
    let isUsual = Int.random(in: 0..<8, using: &generator) > 0
    let most = pick([24, 120, 120, 260, 260, 420], using: &generator)
    var recipe = JPEGRecipe(
      width: Int.random(in: 1...most, using: &generator),
      height: Int.random(in: 1...most, using: &generator),
      sampling: pick(isUsual ? usual : unusual, using: &generator))
    recipe.quality = Int32.random(in: 1...100, using: &generator)
    recipe.restartInterval = pick([0, 0, 0, 0, 1, 2, 3, 7, 40, 1000], using: &generator)
    recipe.optimizesCodes = Bool.random(using: &generator)
    recipe.isProgressive = Int.random(in: 0..<12, using: &generator) == 0
    recipe.isArithmetic = Int.random(in: 0..<40, using: &generator) == 0
    return recipe
  }

  /// Waves with noise of any strength, stripes, and areas of one colour, in any mixture.
  private static func samples(
    of recipe: JPEGRecipe, using generator: inout SeededGenerator
  ) -> [UInt8] {
    let components = recipe.sampling.count
    let noise = pick([0, 0, 3, 16, 60, 255], using: &generator)
    let (step, rise) = (pick([0, 1, 2, 9], using: &generator), pick([0, 1, 5], using: &generator))
    let stripe = pick([1, 3, 8, 11, 1000], using: &generator)
    // A part in which nothing changes.
    let flatRows = Int.random(in: 0...recipe.height, using: &generator)
    var samples: [UInt8] = []
    samples.reserveCapacity(recipe.width * recipe.height * components)
    for y in 0..<recipe.height {
      for x in 0..<recipe.width {
        for channel in 0..<components {
          var value = 70 + 50 * channel
          if y >= flatRows {
            value += x * step * (channel + 1) + y * rise + (x / stripe + y / stripe) % 2 * 128
            if noise > 0 { value += Int.random(in: 0...noise, using: &generator) }
          }
          samples.append(UInt8(truncatingIfNeeded: value))
        }
      }
    }
    return samples
  }

  private static func damage(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    guard let start = JPEGParts(bytes)?.firstDataOffset, start + 2 < bytes.count else { return }
    let place = Int.random(in: start..<bytes.count - 2, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 2: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
    case 3: bytes.remove(at: place)
    case 4: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
    case 5: bytes.removeSubrange(place...)
    case 6:
      let end = min(place + Int.random(in: 1...300, using: &generator), bytes.count - 2)
      bytes.removeSubrange(place..<end)
    default:
      let marker = pick(
        [0xD0, 0xD1, 0xD7, 0xD9, 0xFF, 0x00, 0xC4, 0xDA] as [UInt8], using: &generator)
      bytes.insert(contentsOf: [0xFF, marker], at: place)
    }
  }
}
