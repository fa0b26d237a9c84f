/// What a HEIC or AVIF file says of pictures that follow each other, beside its primary one.
enum HEIFSequence {
  /// Frames of the track that has most of them; 0 where there is none.
  ///
  /// - Parameters:
  ///   - movie: the body of the box that holds the tracks.
  ///   - bytes: the file.
  /// - Returns: the number that the table of the frames' sizes says (ISO/IEC 14496-12, 8.7.3).
  /// - Complexity: O(boxes).
  static func frameCount(_ movie: Range<Int>, _ bytes: EncodedBytes) -> Int {
    var most = 0
    func search(_ range: Range<Int>, _ path: ArraySlice<String>) {
      for box in HEIFBoxes(in: range, of: bytes) where box.name == path.first {
        if path.count > 1 {
          search(box.body, path.dropFirst())
        } else if let count = bytes.uint32(at: box.body.lowerBound + 8) {
          most = max(most, Int(count))
        }
      }
    }
    search(movie, ["trak", "mdia", "minf", "stbl", "stsz"])
    return most
  }
}
