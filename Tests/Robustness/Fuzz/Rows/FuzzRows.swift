import PNGRows
import ZlibOracle

/// Rows compressed in some way, and damaged in some: read alike whether blocks are decoded ahead or
/// not, with second chains or without, and on two threads; accepted only where zlib accepts them, and then with its bytes.
///
/// The first 16 bytes say how rows are made of the others, compressed and damaged, and how far ahead
/// is decoded.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRows(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  guard size > 16 else { return 0 }
  let choices = UnsafeBufferPointer(start: data, count: 16)
  let content = Array(UnsafeBufferPointer(start: data + 16, count: size - 16))
  let width = 1 + Int(choices[0]) * 4
  let height = min(1 + Int(choices[1]) * 8, (1 << 16) / (width + 1) + 1)
  let filtered = rows(of: content, width: width, height: height, variety: choices[2])
  let options = zlib_oracle_options(
    level: Int32(choices[3] % 10), strategy: Int32(choices[4] % 5),
    memory: Int32(choices[5] % 9) + 1, flush: [1, 2, 3, 5][Int(choices[6] % 4)],
    flushed_bytes: Int(choices[7]) * 37)
  var stream = deflated(filtered, options)
  for change in 0..<Int(choices[8] % 4) {
    let place = (Int(choices[9 + change]) << 8 | Int(choices[12])) * stream.count >> 16
    stream[place] ^= 1 << (choices[13] >> (2 * UInt8(change)) & 7)
  }
  let plain = read(stream, width: width, height: height, .here)
  let single = read(stream, width: width, height: height, .here, hasSecondChains: false)
  precondition(single.rows == plain.rows, "second chains change a row")
  precondition(single.isWhole == plain.isWhole, "second chains change the verdict")
  for step in [32, 32 + Int(choices[14]) * 8, 32 + Int(choices[15]) * 200] {
    let other = read(stream, width: width, height: height, .inTurn(stepBytes: step))
    precondition(other.rows == plain.rows, "blocks ahead change a row")
    precondition(other.isWhole == plain.isWhole, "blocks ahead change the verdict")
  }
  let threaded = read(stream, width: width, height: height, .ahead)
  precondition(threaded.isWhole == plain.isWhole, "a thread changes the verdict")
  precondition(!plain.isWhole || threaded.rows == plain.rows, "a thread changes a row")
  if plain.isWhole {
    var count = 0
    let bytes = stream.withUnsafeBufferPointer {
      zlib_oracle_inflate($0.baseAddress, $0.count, filtered.count, &count)
    }
    defer { zlib_oracle_free(bytes) }
    precondition(
      bytes != nil && Array(UnsafeBufferPointer(start: bytes, count: count)) == filtered,
      "zlib reads other bytes")
  }
  return 0
}

/// Rows without a filter: the content again and again, with some bytes changed each time.
private func rows(of content: [UInt8], width: Int, height: Int, variety: UInt8) -> [UInt8] {
  var state = UInt64(variety) &+ 1
  var (rows, next): ([UInt8], Int) = ([], 0)
  rows.reserveCapacity(height * (width + 1))
  for _ in 0..<height {
    rows.append(0)
    for _ in 0..<width {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let isChanged = UInt8(truncatingIfNeeded: state >> 40) < variety
      rows.append(content[next] &+ (isChanged ? UInt8(truncatingIfNeeded: state >> 52) & 15 : 0))
      next = next + 1 == content.count ? 0 : next + 1
    }
  }
  return rows
}

private func deflated(_ bytes: [UInt8], _ options: zlib_oracle_options) -> [UInt8] {
  var count = 0
  let stream = bytes.withUnsafeBufferPointer {
    zlib_oracle_deflate($0.baseAddress, $0.count, options, &count)
  }
  defer { zlib_oracle_free(stream) }
  precondition(stream != nil, "zlib compresses anything")
  return Array(UnsafeBufferPointer(start: stream, count: count))
}

private func read(
  _ stream: [UInt8], width: Int, height: Int, _ inflating: Inflating,
  hasSecondChains: Bool = true
) -> (rows: [UInt8], isWhole: Bool) {
  var offset = 0
  let reader = PNGRowsReader(width: width, height: height, samples: .grey, inflating: inflating) {
    let count = min($0.count, stream.count - offset)
    $0.copyBytes(from: stream[offset..<offset + count])
    offset += count
    return count
  }
  if !hasSecondChains { reader.leaveSecondChainsOut() }
  var rows: [UInt8] = []
  var row = [UInt8](repeating: 0, count: 4 * width)
  for _ in 0..<height {
    let isRead = row.withUnsafeMutableBytes { target in
      guard let base = target.baseAddress else { return false }
      do {
        try reader.readRows(into: base, bytesPerRow: 4 * width, count: 1)
        return true
      } catch {
        return false
      }
    }
    guard isRead else { return (rows, false) }
    rows.append(0)
    for x in 0..<width { rows.append(row[4 * x]) }
  }
  return (rows, true)
}
