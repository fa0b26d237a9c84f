import Testing

@testable import JPEGMeans

/// Groups of copies that are read together.
@Suite struct BlockGroupTests {
  /// The lengths of the groups that blocks are cut into, whose starts are checked.
  private func lengths(of records: [UInt32]) -> [Int] {
    var lengths: [Int] = []
    var first = 0
    while first < records.count {
      let group = records[first...].withUnsafeBufferPointer { rest in
        rest.baseAddress.map { BlockGroup($0, count: rest.count) }
      }
      guard let group, group.count > 0 else { break }
      #expect(group.base % 8 == 0)
      for record in records[first..<first + group.count] {
        #expect(group.base <= record)
        #expect(group.start(of: record) & 0xFF == 0)
        #expect(group.base + group.start(of: record) >> 8 == record)
      }
      lengths.append(group.count)
      first += group.count
    }
    return lengths
  }

  @Test func groupsAreAsLongAsLanesTake() {
    let size = BlockGroup.mostBlocks
    #expect(lengths(of: [5]) == [1])
    #expect(lengths(of: (0..<UInt32(size)).map { 77 + 100 * $0 }) == [size])
    #expect(lengths(of: (0..<UInt32(2 * size + 3)).map { 77 + 100 * $0 }) == [size, size, 3])
  }

  @Test func copiesThatLieFarApartAreReadByThemselves() {
    let most = BlockGroup.mostBits
    #expect(lengths(of: [9, 9 + most - 1]) == [2])
    #expect(lengths(of: [9, 9 + most]) == [1, 1])
    #expect(lengths(of: [most + 9, 9]) == [1, 1])
    #expect(lengths(of: [most, 3, most - 1, most + 3, 1 << 30, 1 << 31 - 1]) == [3, 1, 1, 1])
  }
}
