/// What a HEIC or AVIF file says of pictures that follow each other, beside its primary one.
enum HEIFSequence {
  /// Frames of the track that has most of them; 0 where there is none.
  ///
  /// - Parameter bytes: the file.
  /// - Returns: the number that the table of the frames' sizes says (ISO/IEC 14496-12, 8.7.3).
  /// - Complexity: O(boxes).
  static func frameCount(_ bytes: EncodedBytes) -> Int {
    var counts: [Int] = []
    func search(_ range: Range<Int>, _ path: ArraySlice<String>) {
      for box in HEIFBoxes(in: range, of: bytes) where box.name == path.first {
        if path.count > 1 {
          search(box.body, path.dropFirst())
        } else if let count = bytes.uint32(at: box.body.lowerBound + 8) {
          counts.append(Int(count))
        }
      }
    }
    search(0..<bytes.count, ["moov", "trak", "mdia", "minf", "stbl", "stsz"])
    return counts.max() ?? 0
  }
}
