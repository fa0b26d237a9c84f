/// The records of a section `.eh_frame`, of which some can be left out.
struct UnwindingRecords {
  private struct Record {
    /// Where it is, with its length.
    let range: Range<Int>
    /// Where the record begins that it refers to, which functions share; `nil` for such a record.
    let shared: Int?
  }

  private let section: ObjectFile.Section
  private let bytes: [UInt8]
  private var records: [Record] = []

  /// Reads the records; `nil` where they are written in a way that compilers do not use.
  init?(_ section: ObjectFile.Section, of file: ObjectFile) {
    self.section = section
    bytes = Array(file.contents[section.bytes])
    let reader = ByteReader(bytes)
    var shares: Set<Int> = []
    var place = 0
    while place + 4 <= bytes.count {
      guard let length = try? reader.integer(at: place, as: UInt32.self), length < UInt32.max
      else { return nil }
      // A record of no length ends them.
      if length == 0 { break }
      let end = place + 4 + Int(length)
      guard end <= bytes.count, let distance = try? reader.integer(at: place + 4, as: UInt32.self)
      else { return nil }
      let shared = distance == 0 ? nil : place + 4 - Int(distance)
      if let shared, !shares.contains(shared) { return nil }
      if shared == nil { shares.insert(place) }
      records.append(Record(range: place..<end, shared: shared))
      place = end
    }
  }

  /// The section with some of its records.
  ///
  /// - Parameter isKept: whether the record of a function stays, whose beginning this is.
  /// - Returns: the bytes, and what the linker fills in.
  func kept(
    _ isKept: (ObjectFile.Relocation) -> Bool
  ) -> (bytes: [UInt8], relocations: [ObjectFile.Relocation]) {
    var bytes: [UInt8] = []
    var relocations: [ObjectFile.Relocation] = []
    var places: [Int: Int] = [:]
    for record in records {
      let own = section.relocations.filter { record.range.contains(Int(clamping: $0.offset)) }
      if record.shared != nil {
        let begin = own.first { $0.offset == UInt64(record.range.lowerBound + 8) }
        guard let begin, isKept(begin) else { continue }
      }
      let start = bytes.count
      places[record.range.lowerBound] = start
      bytes += self.bytes[record.range]
      if let shared = record.shared, let place = places[shared] {
        let distance = UInt32(start + 4 - place)
        for index in 0..<4 {
          bytes[start + 4 + index] = UInt8(truncatingIfNeeded: distance >> (8 * UInt32(index)))
        }
      }
      relocations += own.map {
        ObjectFile.Relocation(
          offset: $0.offset - UInt64(record.range.lowerBound) + UInt64(start), type: $0.type,
          symbol: $0.symbol, addend: $0.addend)
      }
    }
    return (bytes, relocations)
  }
}
