import ImageCodecs
import Pixels

/// The limits of fuzzing: small, so that an input takes milliseconds and memory stays small.
private let limits = DecodingLimits(
  pixels: 1 << 18, fileBytes: 1 << 20, memoryBytes: 1 << 25, scans: 20, metadataBytes: 1 << 16)

/// Any bytes must give an image, an image with warnings, or a typed error; the three ways of
/// reading must agree; and what was decoded must survive being written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImages(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  for allowsPartialImages in [false, true] {
    let decoder = ImageDecoder(
      limits: limits, allowsPartialImages: allowsPartialImages, threads: 1)
    let whole: DecodedImage?
    do {
      whole = try decoder.decode(bytes)
    } catch {
      precondition(!error.description.isEmpty, "an error without words")
      whole = nil
    }
    let rows = readRows(bytes, decoder, .full)
    var other = decoder
    other.rows = .libraries
    precondition(readRows(bytes, other, .full) == rows, "libpng and PNGRows differ")
    other.threads = 2
    other.rows = .ownAlways
    precondition(readRows(bytes, other, .full) == rows, "libpng and PNGRows on two threads differ")
    if let whole {
      precondition(rows != nil, "rows fail where the whole succeeds")
      // Rows that never arrived are not read; in a partial image they are empty.
      let arrived = whole.image.height - whole.missingRows
      precondition(rows == checksum(whole.image, rows: arrived), "rows differ from the whole")
      if !allowsPartialImages { checkRoundTrip(whole.image) }
    }
    if !allowsPartialImages { checkMetadata(bytes, decoder) }
    _ = readRows(bytes, decoder, .outline)
    _ = readRows(bytes, decoder, .sampledOutline(draws: 100, seed: 1))
  }
  return 0
}

/// A checksum of all rows; `nil` when reading failed.
private func readRows(
  _ bytes: [UInt8], _ decoder: ImageDecoder, _ detail: ImageDetail
) -> UInt64? {
  bytes.withUnsafeBytes { raw -> UInt64? in
    do {
      var reader = try ImageRowReader(raw, decoder: decoder, detail: { _ in detail })
      var sum: UInt64 = 0
      var buffer = [UInt8](repeating: 0, count: max(reader.bytesPerRow, 4) * 3)
      while true {
        let width = reader.bytesPerRow
        let count = try buffer.withUnsafeMutableBytes { target throws(ImageCodecError) -> Int in
          let rows = try reader.readRows(into: target)
          for index in 0..<rows * width { sum = (sum &* 31) &+ UInt64(target[index]) }
          return rows
        }
        if count == 0 { break }
      }
      return sum
    } catch {
      return nil
    }
  }
}

private func checksum(_ image: ImageBuffer, rows: Int? = nil) -> UInt64 {
  image.withPixels { view in
    var sum: UInt64 = 0
    for y in 0..<(rows ?? view.height) {
      for x in 0..<view.width {
        let pixel = view[x, y]
        for byte in [pixel.red, pixel.green, pixel.blue, pixel.alpha] {
          sum = (sum &* 31) &+ UInt64(byte)
        }
      }
    }
    return sum
  }
}

/// Whatever a file says of its picture can be written, in part or as it is, into files that are read.
private func checkMetadata(_ bytes: [UInt8], _ decoder: ImageDecoder) {
  let found: PictureMetadata? = bytes.withUnsafeBytes { raw in
    guard let reader = try? ImageRowReader(raw, decoder: decoder) else { return nil }
    return reader.metadata()
  }
  guard let found, !found.isEmpty else { return }
  do {
    let pixel = try ImageBuffer(width: 1, height: 1)
    for metadata in [found, found.withoutLocation()] {
      let encoding = ImageEncoding(
        background: RGB8(red: 0, green: 0, blue: 0), orientation: .right, metadata: metadata)
      for format in [ImageFormat.png, .jpeg] {
        let written = try format.encode(pixel, encoding)
        let header = try ImageDecoder().decode(written).header
        precondition(header.orientation == .right, "the orientation is lost among the metadata")
        _ = encoding.omissions(in: format)
      }
    }
  } catch {
    preconditionFailure("a picture with metadata cannot be written and read again: \(error)")
  }
}

/// A PNG of what was decoded holds the same pixels.
private func checkRoundTrip(_ image: ImageBuffer) {
  guard image.pixelCount > 0, image.pixelCount <= 1 << 12 else { return }
  do {
    let written = try PNGEncoder().encode(image)
    let read = try ImageDecoder().decode(written)
    precondition(checksum(read.image) == checksum(image), "a PNG lost pixels")
  } catch {
    preconditionFailure("what was decoded cannot be written and read again: \(error)")
  }
}
