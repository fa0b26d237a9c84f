/// An XMP packet: RDF as XML in UTF-8, out of which properties can be taken.
///
/// No entity is expanded and no document type followed: a packet with one is not understood.
enum XMPPacket {
  /// Takes out properties, whether they are elements or attributes, with all that is in them.
  ///
  /// - Parameters:
  ///   - isUnwanted: judges a name, such as `exif:GPSLatitude`.
  ///   - packet: the bytes.
  /// - Returns: the rest, byte for byte; `nil` where the packet is not well-formed.
  static func removing(
    _ isUnwanted: (String) -> Bool, from packet: [UInt8]
  ) -> [UInt8]? {
    let end = packet.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    let text = packet[..<end]
    guard !text.contains(0), String(decoding: text, as: UTF8.self).utf8.elementsEqual(text) else {
      return nil
    }
    var scanner = Scanner(text: text)
    return scanner.scan(isUnwanted) ? scanner.kept : nil
  }

  private struct Scanner {
    private let text: ArraySlice<UInt8>
    private(set) var kept: [UInt8] = []
    private var place: Int
    /// The names of the elements that are open.
    private var open: [ArraySlice<UInt8>] = []
    /// How many elements are open once the one that goes is closed; `nil` where nothing goes.
    private var depthAfterGone: Int?

    init(text: ArraySlice<UInt8>) {
      self.text = text
      place = text.startIndex
      kept.reserveCapacity(text.count)
    }

    private func has(_ word: String) -> Bool { text[place...].starts(with: word.utf8) }

    /// Moves past a word; `false` where it does not come.
    private mutating func skip(to word: String) -> Bool {
      let word = Array(word.utf8)
      while let first = text[place...].firstIndex(of: word[0]) {
        place = first
        if text[place...].starts(with: word) {
          place += word.count
          return true
        }
        place += 1
      }
      return false
    }

    private mutating func keep(from start: Int) {
      if depthAfterGone == nil { kept += text[start..<place] }
    }

    mutating func scan(_ isUnwanted: (String) -> Bool) -> Bool {
      while place < text.endIndex {
        let start = place
        if text[place] != UInt8(ascii: "<") {
          place = text[place...].firstIndex(of: UInt8(ascii: "<")) ?? text.endIndex
          keep(from: start)
          continue
        }
        let isWhole =
          if has("<?") {
            skip(to: "?>")
          } else if has("<!--") {
            skip(to: "-->")
          } else if has("<![CDATA[") {
            skip(to: "]]>")
          } else if has("</") {
            scanEnd(start)
          } else {
            scanStart(isUnwanted)
          }
        guard isWhole else { return false }
        if !Self.isTag(text[start...]) { keep(from: start) }
      }
      return open.isEmpty
    }

    /// Whether an element begins or ends, which keeps its bytes itself.
    private static func isTag(_ rest: ArraySlice<UInt8>) -> Bool {
      rest.dropFirst().first.map { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "!") } ?? true
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private mutating func skipSpace() {
      while place < text.endIndex, Self.isSpace(text[place]) { place += 1 }
    }

    /// A name; empty where none comes.
    private mutating func name() -> ArraySlice<UInt8> {
      let start = place
      while place < text.endIndex, !Self.isSpace(text[place]),
        !"<>/='\"&!?".utf8.contains(text[place])
      {
        place += 1
      }
      return text[start..<place]
    }

    private mutating func scanEnd(_ start: Int) -> Bool {
      place += 2
      let name = name()
      skipSpace()
      guard has(">"), let last = open.popLast(), last.elementsEqual(name) else { return false }
      place += 1
      keep(from: start)
      // After `keep`, so that the end of what goes goes too.
      if depthAfterGone == open.count { depthAfterGone = nil }
      return true
    }

    private mutating func scanStart(_ isUnwanted: (String) -> Bool) -> Bool {
      let start = place
      place += 1
      let name = name()
      guard !name.isEmpty else { return false }
      let isGone = depthAfterGone == nil && isUnwanted(String(decoding: name, as: UTF8.self))
      //     <a> <gps:x> <b> </b> </gps:x> </a>
      //     1   2       3   2    1        0        are open; what goes ends when 1 is left
      if isGone { depthAfterGone = open.count }
      keep(from: start)
      while true {
        let space = place
        skipSpace()
        if has("/>") || has(">") {
          let isClosed = has("/>")
          place += isClosed ? 2 : 1
          keep(from: space)
          if !isClosed {
            open.append(name)
          } else if isGone {
            depthAfterGone = nil
          }
          return true
        }
        guard place > space, let attribute = scanAttribute() else { return false }
        // With the space before it, or two would be left where it was.
        if !isUnwanted(String(decoding: attribute, as: UTF8.self)) { keep(from: space) }
      }
    }

    /// Moves past an attribute; `nil` where none comes.
    private mutating func scanAttribute() -> ArraySlice<UInt8>? {
      let name = name()
      skipSpace()
      guard !name.isEmpty, has("=") else { return nil }
      place += 1
      skipSpace()
      guard place < text.endIndex,
        text[place] == UInt8(ascii: "\"") || text[place] == UInt8(ascii: "'")
      else { return nil }
      let quote = text[place]
      guard let end = text[(place + 1)...].firstIndex(of: quote),
        !text[place..<end].contains(UInt8(ascii: "<"))
      else { return nil }
      place = end + 1
      return name
    }
  }

  /// The name without its prefix.
  private static func local(_ name: String) -> String {
    name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).last
      .map { $0.lowercased() } ?? ""
  }

  /// Whether a property says where the picture was taken: those of Exif, Photoshop, IPTC and drones,
  /// under whatever prefix.
  static func isLocation(_ name: String) -> Bool {
    let local = local(name)
    let words = ["latitude", "longitude", "longtitude", "altitude"]
    return !name.hasPrefix("xmlns:")
      && (local.hasPrefix("gps") || local.hasPrefix("location")
        || words.contains { local.contains($0) } || places.contains(local))
  }

  private static let places: Set<String> = [
    "city", "state", "provincestate", "country", "countrycode", "countryname", "sublocation",
    "worldregion",
  ]

  /// Whether a property is not true of another file: how the picture is turned, what it looked like
  /// in small, further pictures, and what was continued elsewhere.
  static func isUntrueElsewhere(_ name: String) -> Bool {
    let local = local(name)
    return name.hasPrefix("hdrgm:")
      || !name.hasPrefix("xmlns:")
        && (untrue.contains(local)
          || ["hdrgainmap", "motionphoto", "microvideo"].contains {
            local.hasPrefix($0)
          })
  }

  private static let untrue: Set<String> = [
    "orientation", "thumbnails", "directory", "hasextendedxmp",
  ]

  /// Whether a property gives the sides of the picture.
  static func isSize(_ name: String) -> Bool {
    ["imagewidth", "imagelength", "pixelxdimension", "pixelydimension"].contains(local(name))
  }
}
