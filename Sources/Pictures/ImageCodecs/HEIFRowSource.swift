internal import COptionalCodecs

/// The primary picture of a HEIC or AVIF, by libheif.
final class HEIFRowSource: WholePictureSource {
  let header: ImageHeader
  private let reader: OpaquePointer
  private let report: CodecReport
  private let found: copt_heif_header
  private let limits: DecodingLimits
  private let isMonochrome: Bool
  /// Whether references to what is not there are hidden from libheif.
  private let hidesReferences: Bool
  /// Frames of an image sequence; 0 of others.
  private let frameCount: Int
  private let hasGainMap: Bool
  private let coding: HEIFCoding?
  // Keeps an open file open.
  private let bytes: EncodedBytes
  /// The profile of the colours that the file names by codes; `nil` where it holds one, or they are
  /// sRGB's.
  private let codedProfile: [UInt8]?

  init(
    _ format: ImageFormat, _ bytes: EncodedBytes, limits: DecodingLimits
  ) throws(ImageCodecError) {
    try format.requireLibrary()
    let file = HEIFFile(bytes)
    let canvas = HEIFCanvas(file)
    let size = HEIFPrimarySize(file)
    let coded = HEIFStreams(file).largest
    let sizes = [(canvas.width, canvas.height), size?.coded ?? (0, 0), coded]
    for (width, height) in sizes where Self.area(width, height) > limits.pixels {
      throw .limitExceeded(.pixels(width: width, height: height, limit: limits.pixels))
    }
    guard file.declares(coded) else {
      throw .damaged(
        format,
        reason: "its coded picture has \(coded.width) × \(coded.height) pixels, far more than the "
          + "file declares", rows: 0, height: 0)
    }
    let broken = HEIFReferences.placeOfBroken(file)
    let report = CodecReport()
    var found = copt_heif_header()
    let bounds = copt_heif_limits(
      pixels: UInt64(clamping: limits.pixels), memory: UInt64(clamping: limits.memoryBytes),
      profile_bytes: UInt64(clamping: limits.metadataBytes), hidden_box: UInt64(broken ?? 0))
    guard
      // SAFETY: the callers of `openRows` keep the bytes alive; they and `report` outlive the
      // reader.
      let reader = copt_heif_open(bytes.input, bounds, &found, report.pointer)
    else {
      throw report.decodingError(format, rows: 0, width: 0, height: 0, limits: limits)
    }
    if let shown = size?.shown {
      (found.width, found.height) = (UInt32(clamping: shown.width), UInt32(clamping: shown.height))
      copt_heif_expect(reader, found.width, found.height)
    }
    self.report = report
    self.bytes = bytes
    self.reader = reader
    self.found = found
    self.limits = limits
    frameCount = file.frameCount
    hasGainMap = file.hasGainMap
    coding = file.coding
    isMonochrome = canvas.isMonochrome
    hidesReferences = broken != nil
    codedProfile =
      found.profile_count == 0 && found.has_codes
      ? CodedColors(primaries: found.primaries, transfer: found.transfer)?.profile : nil
    let shown = Self.area(Int(found.width), Int(found.height))
    // No more than what bytes can be counted of.
    let pixels = Int(min(sizes.reduce(shown) { max($0, Self.area($1.0, $1.1)) }, 1 << 48))
    header = ImageHeader(
      format: format, width: Int(found.width), height: Int(found.height),
      bitDepth: Int(found.bit_depth), colorModel: .yCbCr, hasTransparency: found.has_transparency,
      isProgressive: false,
      // libheif turns the picture, and then Exif's word no longer counts.
      orientation: .up, captureTime: Self.exif(of: reader, found)?.captureTime,
      hasColorProfile: found.profile_count > 0 || codedProfile != nil, colorTags: ColorTags(),
      // Without its reference a transparency looks like one more picture.
      pictureCount: max(hidesReferences ? 1 : Int(found.picture_count), frameCount),
      workingByteCount: Self.workingBytes(found, pixels: pixels), needsWholeImage: true,
      leastByteCount: coding.map { pixels / $0.mostPixelsPerByte } ?? 0)
  }

  deinit { copt_heif_close(reader) }

  /// Pixels of sides of 32 bits at most.
  private static func area(_ width: Int, _ height: Int) -> UInt64 {
    UInt64(width) * UInt64(height)
  }

  /// What libheif and its decoders take beside the pixels, measured and rounded up: the planes twice,
  /// and RGBA of 8 or 16 bits.
  private static func workingBytes(_ found: copt_heif_header, pixels: Int) -> Int {
    let bytes = found.bit_depth > 8 ? 24 : found.has_transparency ? 12 : 10
    return pixels * bytes + (16 << 20)
  }

  /// What Exif says, behind the four bytes that say where it begins.
  private static func exif(
    of reader: OpaquePointer, _ found: copt_heif_header
  ) -> ExifFields? {
    guard found.exif_count > 4, found.exif_count <= 1 << 20 else { return nil }
    return exifBlock(of: reader, found).withUnsafeBytes { ExifFields($0) }
  }

  /// The Exif data; empty where there are none.
  private static func exifBlock(of reader: OpaquePointer, _ found: copt_heif_header) -> [UInt8] {
    let block = [UInt8](unsafeUninitializedCapacity: found.exif_count) { room, count in
      // SAFETY: there is room for as many bytes as the block has.
      if let base = room.baseAddress { copt_heif_exif(reader, base) }
      count = found.exif_count
    }
    let start = block.withUnsafeBytes { ByteCursor($0).uint32(at: 0) }.map { 4 + Int($0) }
    return start.map { Array(block.dropFirst($0)) } ?? []
  }

  func metadata(limit: Int) -> PictureMetadata {
    var metadata = PictureMetadata()
    metadata.exif = PictureMetadata.checked(
      found.exif_count, "Exif data", limit: limit, &metadata.omissions
    ) { Self.exifBlock(of: reader, found) }
    metadata.xmp = PictureMetadata.checked(
      found.xmp_count, "An XMP packet", limit: limit, &metadata.omissions
    ) {
      [UInt8](unsafeUninitializedCapacity: found.xmp_count) { room, count in
        // SAFETY: there is room for as many bytes as the packet has.
        if let base = room.baseAddress { copt_heif_xmp(reader, base) }
        count = found.xmp_count
      }
    }
    return metadata
  }

  var warnings: [ImageWarning] {
    var warnings = Self.animationWarnings(frameCount: frameCount)
    if hasGainMap { warnings.append(.gainMap) }
    if hidesReferences {
      warnings.append(
        ImageWarning(
          "The file has a transparency or depth of a picture that is not there. It was left out."))
    }
    if found.picture_count > 1, frameCount < 2, !hidesReferences {
      warnings.append(
        ImageWarning(
          "The file holds \(found.picture_count) pictures. Only its primary one was taken."))
    }
    if found.profile_count == 0, found.has_codes, let words = CodedColors.remark(found.transfer) {
      warnings.append(ImageWarning(words))
    }
    return warnings
  }

  func colorProfile(limit: Int) throws(ImageCodecError) -> [UInt8]? {
    guard found.profile_count > 0 else { return codedProfile }
    guard found.profile_count <= limit else { throw .limitExceeded(.metadataBytes(limit: limit)) }
    return [UInt8](unsafeUninitializedCapacity: found.profile_count) { room, count in
      // SAFETY: there is room for as many bytes as the profile has.
      if let base = room.baseAddress { copt_heif_profile(reader, base) }
      count = found.profile_count
    }
  }

  func decode(into base: UnsafeMutableRawPointer, bytesPerRow: Int) -> RowDelivery {
    let time = DecodingTime(limits)
    // SAFETY: the memory holds `header.height` rows; the C side writes no row unless the picture has
    // the size that its header says.
    let status = copt_heif_read(
      reader, base.assumingMemoryBound(to: UInt8.self), bytesPerRow, isMonochrome, coding != .av1)
    guard status == CIMAGE_OK else {
      let failure = report.decodingError(
        header.format, rows: 0, width: header.width, height: header.height, limits: limits)
      return RowDelivery(rows: 0, failure: bytes.readFailure ?? failure)
    }
    if let failure = time.failure() { return RowDelivery(rows: 0, failure: failure) }
    return RowDelivery(rows: header.height, failure: nil)
  }
}
