/// A candidate for every size of image: bands of pixel counts, each from its first up to the next.
struct SizeBands: Sendable {
  private let starts: [Int]
  /// The candidates, smallest images first.
  let candidates: [KernelCandidate]

  /// Makes bands of their first pixel counts; the first band also takes what is smaller.
  ///
  /// Of several bands that begin at the same count the last one counts.
  init(_ bands: [(fromPixels: Int, candidate: KernelCandidate)]) {
    precondition(!bands.isEmpty, "every size has a candidate")
    var kept: [(fromPixels: Int, candidate: KernelCandidate)] = []
    for band in bands.sorted(by: { $0.fromPixels < $1.fromPixels }) {
      if kept.last?.fromPixels == band.fromPixels { kept.removeLast() }
      kept.append(band)
    }
    starts = kept.map(\.fromPixels)
    candidates = kept.map(\.candidate)
  }

  /// The band of a pixel count.
  ///
  /// - Complexity: O(bands), of which there are a handful; allocates nothing.
  func index(pixels: Int) -> Int {
    var index = starts.count - 1
    while index > 0, starts[index] > pixels { index -= 1 }
    return index
  }

  /// The pixels of the smallest image in a band.
  func start(of index: Int) -> Int { starts[index] }
}
