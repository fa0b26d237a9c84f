internal import Measuring

/// What earlier versions of this program recorded of a series: a kernel that works on the pixels of an image.
///
/// Migrations and readers of old runs make a ``SeriesRecord`` of it, with the same name.
struct FormerSeries: Equatable {
  let name: String
  let unit: String
  var kernel: String?
  var image: String?
  var pixels: Int64?
  var threads: Int64?

  /// The unit of series that said how far an answer is from the known truth.
  private static let distance = "ΔE00"

  /// The series as it is recorded now.
  ///
  /// A series without an image was that of a suite, whose whole name was its kernel.
  var record: SeriesRecord {
    var parameters: [BenchmarkParameter] = []
    if let kernel, let image {
      parameters = [BenchmarkParameter("kernel", kernel), BenchmarkParameter("image", image)]
    }
    let parts = self.parts
    if let size = parts.size { parameters.append(BenchmarkParameter("size", size)) }
    if let threads, threads > 1 { parameters.append(BenchmarkParameter("threads", "\(threads)")) }
    if let variant = parts.variant { parameters.append(BenchmarkParameter("variant", variant)) }
    let isDistance = unit == Self.distance
    return SeriesRecord(
      name: name, unit: unit, parameters: parameters,
      items: pixels.flatMap { $0 > 0 ? Double($0) : nil }, metric: isDistance ? "deltaE00" : nil,
      better: isDistance ? .less : nil)
  }

  /// The size in the name, and what else it says: `baseline` of `simd/photo/6000x4000/baseline/4-threads`.
  private var parts: (size: String?, variant: String?) {
    guard let kernel, let image else { return (nil, nil) }
    // An image may be a path, with words in it that look like sizes.
    let start = "\(kernel)/\(image)/"
    guard name.hasPrefix(start) else {
      let words = name.split { $0 == "/" || $0 == "×" || $0 == "," || $0 == " " }
      return (words.first(where: Self.isSize).map { String($0) }, nil)
    }
    var rest = name.dropFirst(start.count).split(separator: "/")
    guard let size = rest.first, Self.isSize(size) else { return (nil, nil) }
    rest.removeFirst()
    rest.removeAll { $0.hasSuffix("-threads") || $0 == Self.distance }
    return (String(size), rest.isEmpty ? nil : rest.joined(separator: "/"))
  }

  /// Whether a word is two numbers with an x between: 6000x4000.
  private static func isSize(_ word: Substring) -> Bool {
    let sides = word.utf8.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    return sides.count == 2
      && sides.allSatisfy { side in
        !side.isEmpty && side.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
  }
}

extension FormerSeries {
  /// A record that holds the fields as they are, so that they can be written again.
  var carrier: SeriesRecord {
    let fields = [
      ("kernel", kernel), ("image", image), ("pixels", pixels.map { "\($0)" }),
      ("threads", threads.map { "\($0)" }),
    ]
    return SeriesRecord(
      name: name, unit: unit,
      parameters: fields.compactMap { name, value in value.map { BenchmarkParameter(name, $0) } })
  }

  /// The fields that a record holds; none of those of a plain one.
  init(carriedBy record: SeriesRecord) {
    func field(_ name: String) -> String? {
      record.parameters.first { $0.name == name }?.value
    }
    self.init(
      name: record.name, unit: record.unit, kernel: field("kernel"), image: field("image"),
      pixels: field("pixels").flatMap { Int64($0) },
      threads: field("threads").flatMap { Int64($0) })
  }
}
