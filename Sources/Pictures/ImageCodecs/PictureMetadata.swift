/// What a file says of its picture that is neither pixels nor colours: when, where and by whom it was
/// made, and how large it is to be printed.
///
/// Blocks are copied and not understood, but for what would become untrue or what is to be left out.
public struct PictureMetadata: Hashable, Sendable {
  /// The Exif data: a TIFF structure, as the file holds it; empty for none.
  public var exif: [UInt8]
  /// The XMP packet: RDF as XML; empty for none.
  public var xmp: [UInt8]
  /// The records of IPTC's information interchange model (IIM); empty for none.
  public var iptc: [UInt8]
  /// Pixels an inch; `nil` where nothing is said.
  public var resolution: PictureResolution?
  /// What the file says and is not among these, in sentences.
  public internal(set) var omissions: [String] = []

  /// Makes metadata; by default none.
  public init(
    exif: [UInt8] = [], xmp: [UInt8] = [], iptc: [UInt8] = [],
    resolution: PictureResolution? = nil
  ) {
    self.exif = exif
    self.xmp = xmp
    self.iptc = iptc
    self.resolution = resolution
  }

  /// Whether nothing is said.
  public var isEmpty: Bool { exif.isEmpty && xmp.isEmpty && iptc.isEmpty && resolution == nil }

  /// The same without where the picture was taken: the directory of GPS in Exif, and the properties of
  /// XMP and the records of IPTC that name places.
  ///
  /// A block in which they cannot be told from the rest is left out whole, and
  /// ``omissions`` says so. What a camera's maker keeps in notes of its own stays.
  public func withoutLocation() -> PictureMetadata {
    var result = self
    if !exif.isEmpty {
      var block = ExifBlock(exif)
      let isDone = block?.dropLocation() ?? false
      result.exif = isDone ? block?.bytes() ?? [] : []
      if !isDone { result.omissions.append(Self.unclear("Exif data")) }
    }
    if !xmp.isEmpty {
      let packet = XMPPacket.removing(XMPPacket.isLocation, from: xmp)
      result.xmp = packet ?? []
      if packet == nil { result.omissions.append(Self.unclear("XMP packet")) }
    }
    if !iptc.isEmpty {
      let records = IPTCRecords.withoutLocation(iptc)
      result.iptc = records ?? []
      if records == nil { result.omissions.append(Self.unclear("IPTC records")) }
    }
    return result
  }

  private static func unclear(_ block: String) -> String {
    "Where the picture was taken cannot be told from the rest of its \(block): all of it was left out."
  }

  /// Takes a block if it is within a limit, and says so where it is not.
  static func checked(
    _ count: Int, _ name: String, limit: Int, _ omissions: inout [String],
    _ read: () -> [UInt8]?
  ) -> [UInt8] {
    guard count > 0 else { return [] }
    guard count <= limit else {
      omissions.append("\(name) of \(count) bytes, above the limit of \(limit), were left out.")
      return []
    }
    return read() ?? []
  }

  /// Completes what a file says outright by what its Exif data say.
  mutating func takeFromExif() {
    guard !exif.isEmpty else { return }
    if resolution == nil { resolution = exif.withUnsafeBytes { ExifFields($0) }.resolution }
    if iptc.isEmpty { iptc = ExifBlock(exif)?.iptc ?? [] }
  }
}

/// How many pixels of a picture make an inch on paper.
public struct PictureResolution: Hashable, Sendable {
  /// Pixels an inch from left to right.
  public let x: Double
  /// Pixels an inch from top to bottom.
  public let y: Double

  /// Makes a resolution; `nil` for numbers that no picture has.
  public init?(x: Double, y: Double) {
    let possible = 0.01...1e6
    guard possible.contains(x), possible.contains(y) else { return nil }
    (self.x, self.y) = (x, y)
  }

  /// Reads pixels a centimetre.
  init?(perCentimetreX x: Double, y: Double) { self.init(x: x * 2.54, y: y * 2.54) }
}
