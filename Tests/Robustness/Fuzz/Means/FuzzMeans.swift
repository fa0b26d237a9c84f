import JPEGMeans

/// Any bytes must be declined or give the same rows and tiles however the data is cut.
///
/// Lanes, stretches, pieces and threads change nothing, in outline and in full, nor does it whether an outline has found the
/// blocks. Of a file that changes after its outline was read, anything may come of rows, and nothing else may happen.
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
        tiles: tiles, instructionSet: .baseline),
      JPEGMeansSettings(
        chroma: chroma, lanes: 8, threads: 2, stretchBytes: 150, warmUpBytes: 200,
        pieceBytes: 1 << 13, tiles: tiles),
    ]
    for settings in settings {
      precondition(rows(of: bytes, settings) == plain, "lanes change the answer")
    }
  }
  let plain = fullRows(of: bytes, JPEGMeansSettings(lanes: 1, pieceBytes: 1 << 14))
  for settings in [
    JPEGMeansSettings(
      lanes: 6, stretchBytes: 300, warmUpBytes: 0, pieceBytes: 4096, instructionSet: .baseline),
    JPEGMeansSettings(
      lanes: 8, threads: 2, stretchBytes: 150, warmUpBytes: 200, pieceBytes: 1 << 13),
  ] {
    precondition(fullRows(of: bytes, settings) == plain, "lanes change a row")
  }
  for threads in 1...2 {
    let settings = JPEGMeansSettings(threads: threads, pieceBytes: 1 << 13)
    guard let places = places(of: bytes, settings) else { continue }
    precondition(
      fullRows(of: bytes, settings, places) == plain, "places of blocks change a row")
    withChanges(of: bytes, salt: threads) { _ = fullRows(of: $0, settings, places) }
  }
  return 0
}

/// Where an outline finds the blocks of a file; `nil` as below.
private func places(
  of bytes: UnsafeRawBufferPointer, _ settings: JPEGMeansSettings
) -> JPEGBlockPlaces? {
  var settings = settings
  settings.mostPlaces = 1 << 12
  guard let reader = try? JPEGMeansReader(settings: settings, fetch: pieces(of: bytes)),
    reader.rowWidth * reader.rowCount <= 1 << 14
  else { return nil }
  var band = [UInt8](repeating: 0, count: 4 * reader.rowWidth * reader.rowCount)
  while reader.nextRow < reader.rowCount {
    let isThere = band.withUnsafeMutableBytes { (try? reader.readRows(into: $0)) != nil }
    guard isThere else { return nil }
  }
  return reader.blockPlaces
}

/// Lends a file with up to eight bytes changed, taken out or put in, the same ones for the same file: anywhere in it for the odd
/// ones, so that headers change too, in its second half for the others.
private func withChanges(
  of bytes: UnsafeRawBufferPointer, salt: Int, _ body: (UnsafeRawBufferPointer) -> Void
) {
  var other = [UInt8](bytes)
  var state = other.reduce(UInt64(salt)) { ($0 &+ UInt64($1)) &* 0x9E37_79B9_7F4A_7C15 }
  func number(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
  for change in 0...number(below: 8) where other.count > 2 {
    let first = change % 2 == 1 ? 0 : other.count / 2
    let place = first + number(below: other.count - first)
    switch number(below: 4) {
    case 0: other.remove(at: place)
    case 1: other.insert(UInt8(truncatingIfNeeded: number(below: 256)), at: place)
    case 2: other[place] ^= 1 << UInt8(number(below: 8))
    default: other[place] = UInt8(truncatingIfNeeded: number(below: 256))
    }
  }
  other.withUnsafeBytes(body)
}

/// A checksum of all rows in full; `nil` as below.
private func fullRows(
  of bytes: UnsafeRawBufferPointer, _ settings: JPEGMeansSettings,
  _ places: JPEGBlockPlaces? = nil
) -> UInt64? {
  do {
    let reader = try JPEGRowsReader(
      settings: settings, places: places, fetch: pieces(of: bytes))
    guard reader.width * reader.height <= 1 << 18 else { return nil }
    var sum: UInt64 = 0
    var band = [UInt8](repeating: 0, count: 4 * reader.width * 5)
    while reader.nextRow < reader.height {
      let rows = min(5, reader.height - reader.nextRow)
      try band.withUnsafeMutableBytes { band in
        guard let base = band.baseAddress else { return }
        try reader.readRows(into: base, bytesPerRow: 4 * reader.width, count: rows)
      }
      for index in 0..<4 * reader.width * rows { sum = sum &* 31 &+ UInt64(band[index]) }
    }
    return sum
  } catch {
    return nil
  }
}

/// What a reader of a file asks for its next bytes.
private func pieces(
  of bytes: UnsafeRawBufferPointer
) -> (UnsafeMutableRawBufferPointer) -> Int {
  // SAFETY: the fuzzer's bytes outlive the readers, which one thread at a time asks them of.
  nonisolated(unsafe) let bytes = bytes
  var offset = 0
  return { piece in
    let count = min(piece.count, bytes.count - offset)
    piece.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
    offset += count
    return count
  }
}

/// A checksum of all rows and tiles; `nil` where the file was declined or is too large to read many times.
private func rows(of bytes: UnsafeRawBufferPointer, _ settings: JPEGMeansSettings) -> UInt64? {
  do {
    let reader = try JPEGMeansReader(settings: settings, fetch: pieces(of: bytes))
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
