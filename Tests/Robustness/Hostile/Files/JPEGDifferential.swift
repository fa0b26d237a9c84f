internal import JPEGMeans
internal import JPEGOracle
internal import Measuring

/// Reads a JPEG by `JPEGMeans`, in outline and in full, on one to eight threads and with settings drawn at
/// random, and checks that all agree with each other and with libjpeg alone.
public struct JPEGDifferential: Sendable {
  /// Numbers of threads that a file is read on.
  public static let threads = 1...8

  /// Makes checks.
  public init() {}

  /// Rows of a file up to where they are declined.
  private struct Reading: Equatable {
    var pixels: [UInt8] = []
    var tiles: [UInt32] = []
    var isWhole = false
  }

  /// Reads a file on every number of threads.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - number: what the settings are drawn from.
  /// - Returns: whether its rows were read in full, and not declined.
  /// - Throws: ``HostileReading/BrokenPromise`` where two readings disagree.
  public func check(_ bytes: [UInt8], number: Int) throws -> Bool {
    var generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9 &+ 5)
    let full = plainPixels(bytes, oracle_decode)
    let outline = plainPixels(bytes, oracle_outline)
    let tiles = TileDraws(
      count: pick([1, 100, 5000], using: &generator), seed: UInt64(number.magnitude))
    var first: (rows: Bool, outline: Bool, tiles: Reading)?
    for threads in Self.threads {
      var settings = Self.settings(threads: threads, using: &generator)
      func broken(_ promise: String) -> HostileReading.BrokenPromise {
        HostileReading.BrokenPromise(description: "\(promise): \(settings)")
      }
      let rows = readRows(bytes, settings, nil)
      guard Self.agrees(rows, full) else { throw broken("rows are not libjpeg's") }
      let ownOutline = readOutline(bytes, settings).reading
      guard Self.agrees(ownOutline, outline) else { throw broken("an outline is not libjpeg's") }
      settings.chroma = .means
      settings.tiles = tiles
      settings.mostPlaces = 1 << 20
      let (sampled, places) = readOutline(bytes, settings)
      if let places {
        let placed = readRows(bytes, settings, places)
        guard Self.agrees(placed, full), placed.isWhole == rows.isWhole else {
          throw broken("rows of known places are not libjpeg's")
        }
      }
      guard let first else {
        first = (rows.isWhole, ownOutline.isWhole, sampled)
        continue
      }
      guard rows.isWhole == first.rows, ownOutline.isWhole == first.outline,
        sampled.isWhole == first.tiles.isWhole, !sampled.isWhole || sampled == first.tiles
      else { throw broken("it is read to its end on one thread, or not, in another way") }
    }
    return first?.rows ?? false
  }

  /// Rows that are delivered are libjpeg's; all of them only where libjpeg has nothing to say against the
  /// file.
  private static func agrees(_ reading: Reading, _ expected: [UInt8]?) -> Bool {
    guard let expected else { return !reading.isWhole }
    return reading.isWhole ? reading.pixels == expected : expected.starts(with: reading.pixels)
  }

  private static func settings(
    threads: Int, using generator: inout SeededGenerator
  ) -> JPEGMeansSettings {
    JPEGMeansSettings(
      lanes: Int.random(in: 1...8, using: &generator), threads: threads,
      stretchBytes: pick([64, 300, 1000, 1 << 15], using: &generator),
      warmUpBytes: pick([0, 32, 200, 1 << 10], using: &generator),
      pieceBytes: pick([4096, 4096, 9000, 1 << 17], using: &generator),
      instructionSet: JPEGMeansSettings.InstructionSet.allCases.randomElement(using: &generator)
        ?? .baseline)
  }

  private typealias Oracle = (
    UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<UInt32>?
  ) -> UnsafeMutablePointer<UInt8>?

  /// What libjpeg gives; `nil` where it fails or warns.
  private func plainPixels(_ bytes: [UInt8], _ decode: Oracle) -> [UInt8]? {
    var (width, height): (UInt32, UInt32) = (0, 0)
    guard let pixels = decode(bytes, bytes.count, &width, &height) else { return nil }
    defer { oracle_free(pixels) }
    // SAFETY: the oracle gives so many pixels of four bytes, which are copied before they are freed.
    return Array(UnsafeBufferPointer(start: pixels, count: 4 * Int(width) * Int(height)))
  }

  private func readRows(
    _ bytes: [UInt8], _ settings: JPEGMeansSettings, _ places: JPEGBlockPlaces?
  ) -> Reading {
    var reading = Reading()
    guard
      let reader = try? JPEGRowsReader(settings: settings, places: places, fetch: pieces(of: bytes))
    else { return reading }
    reading.pixels = [UInt8](repeating: 0, count: 4 * reader.width * reader.height)
    let bytesPerRow = 4 * reader.width
    reading.isWhole = reading.pixels.withUnsafeMutableBytes { pixels in
      while reader.nextRow < reader.height {
        guard let base = pixels.baseAddress else { return false }
        do {
          // SAFETY: there is room for every row.
          try reader.readRows(
            into: base + reader.nextRow * bytesPerRow, bytesPerRow: bytesPerRow,
            count: min(5, reader.height - reader.nextRow))
        } catch {
          return false
        }
      }
      return true
    }
    reading.pixels.removeSubrange((reader.nextRow * bytesPerRow)...)
    return reading
  }

  private func readOutline(
    _ bytes: [UInt8], _ settings: JPEGMeansSettings
  ) -> (reading: Reading, places: JPEGBlockPlaces?) {
    var reading = Reading()
    do {
      let reader = try JPEGMeansReader(settings: settings, fetch: pieces(of: bytes))
      var band = [UInt8](repeating: 0, count: 4 * reader.rowWidth * 3)
      while true {
        let rows = try band.withUnsafeMutableBytes { try reader.readRows(into: $0) }
        guard rows > 0 else { break }
        reading.pixels += band[..<(4 * reader.rowWidth * rows)]
      }
      for ranks in [2...4, 0...1] { reading.tiles += try reader.readTiles(ranks: ranks) }
      reading.isWhole = true
      return (reading, reader.blockPlaces)
    } catch {
      return (reading, nil)
    }
  }

  /// What a reader of a file asks for its next bytes.
  private func pieces(of bytes: [UInt8]) -> (UnsafeMutableRawBufferPointer) -> Int {
    var offset = 0
    return { piece in
      let count = min(piece.count, bytes.count - offset)
      piece.copyBytes(from: bytes[offset..<offset + count])
      offset += count
      return count
    }
  }
}
