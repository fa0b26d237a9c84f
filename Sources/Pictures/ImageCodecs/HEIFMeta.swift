/// What a box of metadata in a HEIC or AVIF file says (ISO/IEC 14496-12, 8.11).
struct HEIFMeta {
  /// A picture, or data about one.
  struct Item {
    let number: Int
    /// Four letters, such as `hvc1`, `grid` and `Exif`.
    let kind: String

    /// How its data are coded; `nil` where they are no coded picture, or one of another kind.
    var coding: HEIFCoding? {
      switch kind {
      case "hvc1", "hev1": .hevc
      case "av01": .av1
      default: nil
      }
    }
  }

  private(set) var items: [Item] = []
  /// The number of the primary item.
  private(set) var primary: Int?
  /// The properties that items may have, of which they name the first one 1.
  private(set) var properties: [HEIFBox] = []
  /// The boxes that say which item has which properties.
  private(set) var uses: [Range<Int>] = []
  /// The box of references from item to item.
  private(set) var references: Range<Int>?
  private var places: Range<Int>?
  private var ownData: Int?

  /// libheif refuses a file of more items than 20,000.
  private static let mostItems = 1 << 16
  /// An item names properties by numbers of 15 bits.
  private static let mostProperties = 0x7FFF
  private static let mostUses = 16

  /// Reads the first box of each kind, as libheif does.
  init(_ body: Range<Int>, _ bytes: EncodedBytes) {
    var seen: Set<String> = []
    for box in HEIFBoxes(in: body.dropFirst(4), of: bytes) {
      guard ["pitm", "iinf", "iprp", "iref", "iloc", "idat"].contains(box.name),
        seen.insert(box.name).inserted
      else { continue }
      switch box.name {
      case "pitm": primary = Self.primary(box.body, bytes)
      case "iinf": items = Self.items(box.body, bytes)
      case "iprp": readProperties(box.body, bytes)
      case "iref": references = box.body
      case "iloc": places = box.body
      default: ownData = box.body.lowerBound
      }
    }
  }

  /// Where the data of each item are.
  func data(_ bytes: EncodedBytes) -> HEIFPlaces? {
    places.flatMap { HEIFPlaces($0, of: bytes, ownData: ownData) }
  }

  /// The number of the primary item (8.11.4).
  private static func primary(_ body: Range<Int>, _ bytes: EncodedBytes) -> Int? {
    guard var numbers = HEIFNumbers(body, bytes), let version = numbers.next(1),
      numbers.next(3) != nil
    else { return nil }
    return numbers.next(version == 0 ? 2 : 4)
  }

  /// The numbers and kinds of items (8.11.6).
  private static func items(_ body: Range<Int>, _ bytes: EncodedBytes) -> [Item] {
    guard let version = bytes.uint8(at: body.lowerBound) else { return [] }
    let entries = HEIFBoxes(in: body.dropFirst(version == 0 ? 6 : 8), of: bytes)
    return entries.lazy.filter { $0.name == "infe" }.prefix(mostItems).compactMap { entry in
      //     infe     | 2 | flags, 3 | number, 2 | protection, 2 | kind, 4 | name …
      //              | 3 | flags, 3 | number, 4 | protection, 2 | kind, 4 | name …
      guard var numbers = HEIFNumbers(entry.body, bytes), let version = numbers.next(1),
        version >= 2, numbers.next(3) != nil, let number = numbers.next(version == 2 ? 2 : 4),
        numbers.next(2) != nil, let kind = numbers.next(4)
      else { return nil }
      let letters = stride(from: 24, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: kind >> $0)
      }
      return Item(number: number, kind: String(decoding: letters, as: UTF8.self))
    }
  }

  /// Reads properties and who has them (ISO/IEC 23008-12, 9.3).
  private mutating func readProperties(_ body: Range<Int>, _ bytes: EncodedBytes) {
    for box in HEIFBoxes(in: body, of: bytes) {
      if box.name == "ipco", properties.isEmpty {
        properties = Array(HEIFBoxes(in: box.body, of: bytes).prefix(Self.mostProperties))
      }
      if box.name == "ipma", uses.count < Self.mostUses { uses.append(box.body) }
    }
  }
}
