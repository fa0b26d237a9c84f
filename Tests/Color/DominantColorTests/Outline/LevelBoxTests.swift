internal import Hashing
internal import Pixels
internal import Testing

@testable import DominantColor

@Suite("Boxes of colours say what pixels say one by one")
struct LevelBoxTests {
  /// Words near a window's edges, within it and far away, some of them 0 or with another alpha.
  private static func words(_ window: ColorWindow, _ random: inout SplitMix64) -> [UInt32] {
    let lowest = window.lowest
    return (0..<LevelBox.pixelsAtOnce).map { _ in
      let number = random.next()
      if number >> 60 == 0 { return 0 }
      func level(_ lowest: UInt8, _ shift: UInt64) -> UInt32 {
        let offset = [-2, -1, 0, 1, 15, 30, 31, 32, 33, 100][Int(number >> shift & 255) % 10]
        return UInt32(truncatingIfNeeded: min(max(Int(lowest) + offset, 0), 255))
      }
      let alpha: UInt32 = number >> 40 & 7 == 0 ? 0 : 0xFF00_0000
      return
        (level(lowest.red, 0) | level(lowest.green, 8) << 8 | level(lowest.blue, 16) << 16 | alpha)
        .littleEndian
    }
  }

  private static func windows(_ precision: HistogramPrecision) -> [ColorWindow] {
    let (side, last) = (
      precision.cellsPerChannel, precision.cellsPerChannel - precision.windowSide
    )
    let places = [0, 1, last / 2, last]
    return places.flatMap { red in
      places.flatMap { green in
        places.map { ColorWindow(precision, corner: (red * side + green) * side + $0) }
      }
    }
  }

  @Test(arguments: [HistogramPrecision.standard, .fine])
  func aWindowsBox(_ precision: HistogramPrecision) {
    var random = SplitMix64(seed: 1)
    var found = [0, 0]
    for window in Self.windows(precision) {
      let (box, levels) = (LevelBox(window), WindowLevels(window))
      for _ in 0..<200 {
        let words = Self.words(window, &random)
        let inside = words.map { levels.levels(of: $0) != nil }
        for (word, isInside) in zip(words, inside) { #expect(box.holds(word) == isInside) }
        let isAnyInside = inside.contains(true)
        words.withUnsafeBufferPointer { words in
          guard let base = words.baseAddress else { return }
          #expect(box.holdsAny(of: base) == isAnyInside)
          let count = zip(words, inside).count { $0 != 0 && $1 }
          #expect(box.count(in: base) == count)
        }
        found[isAnyInside ? 1 : 0] += 1
      }
    }
    #expect(found.min() ?? 0 > 400)
  }

  @Test(arguments: [HistogramPrecision.standard, .fine])
  func numbersAreTheLevels(_ precision: HistogramPrecision) {
    var random = SplitMix64(seed: 2)
    for window in Self.windows(precision) {
      let levels = WindowLevels(window)
      for word in (0..<50).flatMap({ _ in Self.words(window, &random) }) {
        let number = levels.number(of: word)
        guard word != 0, let expected = levels.levels(of: word) else {
          #expect(number == WindowLevels.outside)
          continue
        }
        #expect(WindowLevels.levels(ofNumber: number) == expected)
      }
    }
  }

  @Test(arguments: 1...4) func fewBoxesHoldManyWindows(limit: Int) {
    var random = SplitMix64(seed: 3)
    let all = Self.windows(.standard)
    for count in 1...12 {
      let windows = (0..<count).map { _ in all[Int(random.next() % UInt64(all.count))] }
      let boxes = LevelBox.boxes(holding: windows, limit: limit)
      #expect((1...limit).contains(boxes.count))
      for window in windows {
        let levels = WindowLevels(window)
        for word in (0..<20).flatMap({ _ in Self.words(window, &random) })
        where levels.levels(of: word) != nil {
          #expect(boxes.contains { $0.holds(word) })
        }
      }
    }
    // Windows that touch share a box; others have their own while there are boxes left.
    let near = [all[0], ColorWindow(.standard, corner: 1)]
    #expect(LevelBox.boxes(holding: near, limit: limit).count == 1)
    #expect(LevelBox.boxes(holding: [all[0], all[63]], limit: limit).count == min(limit, 2))
  }
}
