import JPEGMeans

/// Any bytes must be declined or give rows and tiles, and the same ones however the data is cut into lanes,
/// stretches, pieces and threads.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMeans(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: data, count: size)
  let ways: [(JPEGMeansSettings.Chroma, TileDraws?)] = [
    (.means, nil), (.scaled, nil), (.means, TileDraws(count: 300, seed: UInt64(size))),
  ]
  for (chroma, tiles) in ways {
    let plain = rows(
      of: bytes,
      JPEGMeansSettings(
        chroma: chroma, lanes: 1, stretchBytes: 1 << 14, pieceBytes: 1 << 14, tiles: tiles))
    let settings = [
      JPEGMeansSettings(
        chroma: chroma, lanes: 4, stretchBytes: 64, warmUpBytes: 32, pieceBytes: 1 << 14,
        tiles: tiles),
      JPEGMeansSettings(
        chroma: chroma, lanes: 6, stretchBytes: 300, warmUpBytes: 0, pieceBytes: 4096,
        tiles: tiles, usesVectorExtensions: false),
      JPEGMeansSettings(
        chroma: chroma, lanes: 8, threads: 2, stretchBytes: 150, warmUpBytes: 200,
        pieceBytes: 1 << 13, tiles: tiles),
    ]
    for settings in settings {
      precondition(rows(of: bytes, settings) == plain, "lanes change the answer")
    }
  }
  return 0
}

/// A checksum of all rows and tiles; `nil` where the file was declined or is too large to read many times.
private func rows(of bytes: UnsafeRawBufferPointer, _ settings: JPEGMeansSettings) -> UInt64? {
  var offset = 0
  do {
    let reader = try JPEGMeansReader(settings: settings) { piece in
      let count = min(piece.count, bytes.count - offset)
      piece.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
      offset += count
      return count
    }
    guard reader.rowWidth * reader.rowCount <= 1 << 14 else { return nil }
    var sum: UInt64 = 0
    var band = [UInt8](repeating: 0, count: 4 * reader.rowWidth * 2)
    while true {
      let rows = try band.withUnsafeMutableBytes { try reader.readRows(into: $0) }
      guard rows > 0 else { break }
      for index in 0..<4 * reader.rowWidth * rows { sum = sum &* 31 &+ UInt64(band[index]) }
    }
    for ranks in [2...4, 0...1] {
      for word in try reader.readTiles(ranks: ranks) { sum = sum &* 31 &+ UInt64(word) }
    }
    return sum
  } catch {
    return nil
  }
}
