internal import Measuring
internal import OrderedJSON

/// The messages of package-benchmark (https://github.com/ordo-one/benchmark) between its tool and a
/// program of benchmarks: JSON, each after its length.
///
/// The program decides how long a run takes (`maxDuration`, a second by default): it takes over
/// only the metrics from a request. It reports a histogram of times in nanoseconds.
enum PackageBenchmarkMessages {
  /// What the program is started with to obey messages.
  static var arguments: [String] {
    ["--quiet", "true"]
      + ["--input-fd", "--output-fd"].flatMap { [$0, "\(MessageProcess.descriptor)"] }
  }

  /// The request for all benchmarks.
  static let list = message(.object([.init("list", .object([]))]))
  /// The request to end.
  static let end = message(.object([.init("end", .object([]))]))

  /// The request to run a benchmark, as the list described it.
  static func run(_ benchmark: JSONValue) -> [UInt8] {
    let metrics = JSONValue.array([.object([.init("wallClock", .object([]))])])
    let configuration = replacing("metrics", by: metrics, in: benchmark["configuration"])
    let wanted = replacing("configuration", by: configuration, in: benchmark)
    return message(.object([.init("run", .object([.init("benchmark", wanted)]))]))
  }

  /// A reply of the program.
  enum Reply: Equatable {
    /// A benchmark, with its name.
    case benchmark(String, JSONValue)
    /// The result of a run.
    case sample(FrameworkSample)
    /// What went wrong.
    case failure(String)
    /// Nothing more comes.
    case end
    /// Something else.
    case other
  }

  /// Reads a reply.
  static func reply(_ bytes: [UInt8]) -> Reply {
    guard let document = try? JSONValue(parsing: bytes) else {
      return .failure("it writes something else than JSON")
    }
    if let benchmark = document["list"]?["benchmark"], let name = benchmark["name"]?.string {
      return .benchmark(name, benchmark)
    }
    if let results = document["result"]?["results"]?.elements {
      let wall = results.first { $0["metric"]?["wallClock"] != nil }
      guard let wall, let seconds = seconds(wall) else {
        return .failure("its result holds no time")
      }
      return .sample(FrameworkSample(wall: seconds, processor: seconds))
    }
    if document["end"] != nil { return .end }
    guard let error = document["error"] else { return .other }
    return .failure(error["_0"]?.string ?? "it failed without a reason")
  }

  /// Seconds of an iteration: the mean of the middle half of the samples.
  ///
  /// The median would be one step of a clock that counts in tens of nanoseconds.
  private static func seconds(_ result: JSONValue) -> Double? {
    let histogram = result["statistics"]?["histogram"]
    guard let counts = histogram?["counts"]?.elements,
      let magnitude = histogram?["subBucketHalfCountMagnitude"]?.integer,
      let unit = histogram?["unitMagnitude"]?.integer, (1...30).contains(magnitude),
      (0...30).contains(unit), let scale = result["scalingFactor"]?.integer, scale > 0
    else { return nil }
    var bins: [(value: Double, count: Double)] = []
    for (index, count) in counts.enumerated() {
      guard let count = count.integer, count > 0 else { continue }
      bins.append((value(at: index, magnitude, unit), Double(count)))
    }
    let total = bins.reduce(0) { $0 + $1.count }
    var skipped = total / 4
    var left = total / 2
    var sum = 0.0
    //     bins        a: 2    b: 6    c: 2    d: 2     12 samples
    //     skipped     2       1                        3, a quarter
    //     taken       0       5       1       0        6, a half
    for bin in bins {
      let before = min(skipped, bin.count)
      skipped -= before
      let taken = min(left, bin.count - before)
      left -= taken
      sum += taken * bin.value
    }
    guard total > 0 else { return nil }
    return sum / (total / 2) * 1e-9 / Double(scale)
  }

  /// The middle of a bin of the histogram (http://hdrhistogram.org): each doubling of the values has
  /// as many bins.
  private static func value(at index: Int, _ magnitude: Int, _ unit: Int) -> Double {
    //     magnitude 2   index   0 1 2 3   4 5 6 7   8  9 10 11   12 13 14 15
    //                   from    0 1 2 3   4 5 6 7   8 10 12 14   16 20 24 28
    // Bins of width 1 hold one number and have no middle.
    let half = 1 << magnitude
    let bucket = max((index >> magnitude) - 1, 0)
    let place = index < half ? index : (index & (half - 1)) + half
    let width = Double(UInt64(1) << UInt64(min(bucket + unit, 62)))
    return (Double(place) + (bucket + unit > 0 ? 0.5 : 0)) * width
  }

  private static func message(_ value: JSONValue) -> [UInt8] { Array(value.line.utf8) }

  private static func replacing(
    _ name: String, by value: JSONValue, in object: JSONValue?
  ) -> JSONValue {
    guard case .object(let fields)? = object else { return .object([.init(name, value)]) }
    return .object(fields.filter { $0.name != name } + [.init(name, value)])
  }
}
