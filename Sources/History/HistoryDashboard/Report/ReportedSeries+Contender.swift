internal import TimingHistory

extension ReportedSeries {
  /// The kernel as charts name it, apart from its image and size: "tiles, 2 threads".
  ///
  /// What a series' name says beyond kernel, image and size (an instruction set that was asked for,
  /// for example) tells it from others of the kernel. Nil for a series that has no place in a table
  /// of kernels, images and sizes; so has a reference that is timed a second time, on the wall
  /// clock, beside kernels of several threads.
  public var contender: String? {
    guard let kernel = record.kernel, let image = record.image, let pixels = record.pixels,
      pixels > 0, latest?.value.isFinite ?? false
    else { return nil }
    var name = record.name
    // An image may be a path, with the very marks in it that part a name.
    if let range = name.firstRange(of: image) { name.removeSubrange(range) }
    let rest = name.split { $0 == "/" || $0 == "×" || $0 == "," }
      .map { $0.split(separator: " ").joined(separator: " ") }
      .filter { !$0.isEmpty && $0 != kernel && !Self.isSize($0) && !$0.hasSuffix("-threads") }
    guard rest != ["wall"] else { return nil }
    let threads = record.threads.flatMap { $0 > 1 ? "\($0) threads" : nil }
    return ([kernel] + [threads].compactMap { $0 } + rest).joined(separator: ", ")
  }

  /// Whether a word is a size: 6000x4000, 24 MP or 4096 px.
  private static func isSize(_ word: String) -> Bool {
    func isNumber(_ text: some StringProtocol) -> Bool {
      !text.isEmpty && text.allSatisfy { "0123456789.".contains($0) }
    }
    let sides = word.split(separator: "x", omittingEmptySubsequences: false)
    if sides.count == 2, sides.allSatisfy(isNumber) { return true }
    return [" MP", " px"].contains { word.hasSuffix($0) && isNumber(word.dropLast($0.count)) }
  }
}
