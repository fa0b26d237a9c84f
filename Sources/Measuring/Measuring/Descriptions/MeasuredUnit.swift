/// A unit as programs write it, read as a dimension and a scale: `µs`, `MiB`, `ops/ms`, `Mpps`.
///
/// Values of two units of one dimension can be converted. A unit that is not known is a dimension of
/// its own.
public struct MeasuredUnit: Hashable, Sendable {
  /// What a unit measures.
  public enum Kind: Sendable {
    /// How long something takes, of one repetition too: `ns`, `ms/op`.
    case time
    /// Memory, a file, what is sent: `B`, `MiB`, `B/op`.
    case size
    /// What is done in a time: `ops/s`, `GB/s`, `Mpps`.
    case rate
    /// What is spent and counted: `cycles`, `allocs/op`, `J`.
    case cost
    /// Anything else.
    case other
  }

  /// What it measures.
  public let kind: Kind
  /// What decides whether two units can be converted.
  private let dimension: String
  private let scale: Scale

  /// Reads the name of a unit.
  ///
  /// - Parameter name: the name, in any spelling that programs use; spaces mean nothing.
  public init(_ name: String) {
    let plain = Self.slashed(name)
    let parts = plain.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let read =
      parts.count == 2
      ? Self.quotient(parts[0], per: parts[1]) : parts.count == 1 ? Self.plain(plain) : nil
    (kind, dimension, scale) = read ?? (.other, plain.lowercased(), Scale())
  }

  /// Which of two values is the better one: of times, sizes and costs the smaller, of rates the
  /// larger; nil where the unit does not say.
  public var better: BenchmarkMetric.Better? {
    switch kind {
    case .time, .size, .cost: .less
    case .rate: .more
    case .other: nil
    }
  }

  /// A value in another unit; nil where that is of another dimension.
  ///
  /// - Parameters:
  ///   - value: the value in this unit.
  ///   - other: the other unit.
  /// - Returns: the value in the other unit.
  public func converted(_ value: Double, to other: MeasuredUnit) -> Double? {
    guard dimension == other.dimension, (kind == .other) == (other.kind == .other) else {
      return nil
    }
    if scale == other.scale { return value }
    // Whole numbers in one step, whichever way: a factor such as 0.001 would round twice.
    let up = scale.times * other.scale.over
    let down = scale.over * other.scale.times
    return up >= down ? value * (up / down) : value / (down / up)
  }
}

// MARK: - Reading

extension MeasuredUnit {
  /// A scale as a quotient, so that 10⁻⁹ is exact.
  private struct Scale: Hashable {
    var times = 1.0
    var over = 1.0

    static func * (left: Scale, right: Scale) -> Scale {
      Scale(times: left.times * right.times, over: left.over * right.over)
    }

    static func / (left: Scale, right: Scale) -> Scale {
      left * Scale(times: right.over, over: right.times)
    }
  }

  private typealias Parts = (kind: Kind, dimension: String, scale: Scale)

  /// Without spaces, with `/` for every way to write it.
  private static func slashed(_ name: String) -> String {
    let words = name.split { $0.isWhitespace || $0 == "_" }
    var text = ""
    for (place, word) in words.enumerated() {
      let isPer = word.lowercased() == "per" && place + 1 < words.count
      text += isPer ? "/" : word
    }
    for (ending, plain) in [
      ("s⁻¹", "/s"), ("s^-1", "/s"), ("s**-1", "/s"), ("persecond", "/s"), ("persec", "/s"),
    ] where text.lowercased().hasSuffix(ending) {
      text = text.dropLast(ending.count) + plain
    }
    return text
  }

  private static func plain(_ name: String) -> Parts? {
    if let scale = time(name) { return (.time, "time", scale) }
    if let scale = size(name, isRate: false) { return (.size, "size", scale) }
    if let rate = rate(name) { return rate }
    if let (noun, scale) = cost(name) { return (.cost, noun, scale) }
    return nil
  }

  private static func quotient(_ above: String, per below: String) -> Parts? {
    if let period = time(below) {
      if let scale = size(above, isRate: true) { return (.rate, "size/time", scale / period) }
      // What is spent in a time is neither good nor bad by itself.
      guard cost(above) == nil, time(above) == nil else { return nil }
      let (noun, scale) = counted(above)
      return (.rate, "\(noun)/time", scale / period)
    }
    // Once is what most programs mean, and often do not say.
    let isOnce = once.contains(below.lowercased())
    let per = isOnce ? "" : "/" + below.lowercased()
    if let scale = time(above) { return (.time, "time\(per)", scale) }
    if let scale = size(above, isRate: false) {
      return isOnce ? (.size, "size", scale) : nil
    }
    return cost(above).map { (.cost, $0.noun + per, $0.scale) }
  }

  /// What one repetition is called.
  private static let once: Set<String> = [
    "iter", "iteration", "iterations", "op", "ops", "operation", "call", "run", "loop", "rep",
    "invocation",
  ]

  private static func time(_ name: String) -> Scale? {
    switch name.lowercased() {
    case "ps", "psec", "picosecond", "picoseconds": Scale(over: 1e12)
    case "ns", "nsec", "nsecs", "nanosecond", "nanoseconds", "nanos": Scale(over: 1e9)
    // The micro sign and the Greek letter look alike.
    case "us", "µs", "\u{3BC}s", "usec", "usecs", "µsec", "\u{3BC}sec", "microsecond",
      "microseconds", "micros":
      Scale(over: 1e6)
    case "ms", "msec", "msecs", "millisecond", "milliseconds", "millis": Scale(over: 1e3)
    case "s", "sec", "secs", "second", "seconds": Scale()
    case "min", "mins", "minute", "minutes": Scale(times: 60)
    case "h", "hr", "hrs", "hour", "hours": Scale(times: 3600)
    case "d", "day", "days": Scale(times: 86_400)
    default: nil
    }
  }

  /// Bytes; bits are an eighth.
  private static func size(_ name: String, isRate: Bool) -> Scale? {
    for (ending, isBit) in [
      ("bytes", false), ("byte", false), ("bits", true), ("bit", true), ("B", false), ("b", true),
      ("octets", false),
    ] where name.hasSuffix(ending) || (ending.count > 1 && name.lowercased().hasSuffix(ending)) {
      let prefix = String(name.dropLast(ending.count))
      guard let scale = Self.prefix(prefix) else { continue }
      // Sizes are in bytes, and so are rates in careless spelling: kb/s.
      let isCareless = ending == "b" && (!isRate || prefix.contains { "kmgt".contains($0) })
      return isBit && !isCareless ? scale * Scale(over: 8) : scale
    }
    return nil
  }

  /// Rates that need no period: `fps`, `Mops`, `GFLOPS`.
  private static func rate(_ name: String) -> Parts? {
    let lower = name.lowercased()
    if ["throughput", "bandwidth", "speed", "speedup"].contains(lower) {
      return (.rate, lower, Scale())
    }
    if name.hasSuffix("Bps"), let scale = prefix(String(name.dropLast(3))) {
      return (.rate, "size/time", scale)
    }
    for (ending, noun) in [
      ("iops", "io"), ("flops", "flop"), ("ops", "op"), ("mips", "instruction"), ("fps", "frame"),
      ("rps", "request"), ("qps", "query"), ("tps", "transaction"), ("pps", "packet"),
      ("ips", "iteration"), ("eps", "event"), ("bps", "bit"), ("hz", ""),
    ] where lower.hasSuffix(ending) {
      guard let scale = prefix(String(name.dropLast(ending.count))) else { continue }
      switch noun {
      case "bit": return (.rate, "size/time", scale * Scale(over: 8))
      case "instruction": return (.rate, "instruction/time", scale * Scale(times: 1e6))
      default: return (.rate, "\(noun)/time", scale)
      }
    }
    return nil
  }

  /// What is counted of what is spent: less of it is better.
  private static func cost(_ name: String) -> (noun: String, scale: Scale)? {
    let energy = ["J": "joule", "Wh": "watt hour", "W": "watt"]
    for (ending, noun) in energy where name.hasSuffix(ending) {
      let before = name.dropLast(ending.count)
      if before == "m" { return (noun, Scale(over: 1e3)) }
      if before == "u" || before == "µ" { return (noun, Scale(over: 1e6)) }
      if let scale = prefix(String(before)) { return (noun, scale) }
    }
    let (noun, scale) = counted(name)
    let costs: Set<String> = [
      "alloc", "allocation", "malloc", "cycle", "instruction", "instr", "fault", "pagefault",
      "miss", "cachemiss", "branchmiss", "syscall", "contextswitch", "joule",
    ]
    let plain = noun.filter { $0 != "-" }
    return costs.contains(plain) ? (plain, scale) : nil
  }

  /// A noun in the singular, and the prefix before it: `Mitems` are a million of `item`.
  private static func counted(_ name: String) -> (noun: String, scale: Scale) {
    let lower = name.lowercased()
    if let noun = nouns[lower] { return (noun, Scale()) }
    for (length, start) in [(2, 2), (1, 1)] where name.count > start {
      let rest = String(lower.dropFirst(length))
      if let noun = nouns[rest], let scale = prefix(String(name.prefix(length))) {
        return (noun, scale)
      }
    }
    let isPlural = lower.count > 3 && lower.hasSuffix("s") && !lower.hasSuffix("ss")
    let singular = lower.hasSuffix("misses") ? lower.dropLast(2) : lower.dropLast(isPlural ? 1 : 0)
    return (lower == "1" ? "" : String(singular), Scale())
  }

  /// Nouns that prefixes stand before, with what they mean.
  private static let nouns: [String: String] = {
    var known: [String: String] = [
      "ops": "op", "op": "op", "operation": "op", "operations": "op", "query": "query",
      "queries": "query", "tx": "transaction", "txn": "transaction", "txs": "transaction",
      "req": "request", "reqs": "request", "elem": "element", "elems": "element",
      "msg": "message", "msgs": "message", "iter": "iteration", "iters": "iteration",
      "flop": "flop", "flops": "flop", "io": "io", "ios": "io", "px": "pixel", "pix": "pixel",
      "pkt": "packet", "pkts": "packet", "doc": "document", "docs": "document",
      "instr": "instruction", "rec": "record", "recs": "record",
    ]
    for noun in [
      "item", "request", "transaction", "packet", "frame", "element", "row", "record", "message",
      "event", "iteration", "call", "pixel", "sample", "line", "token", "instruction", "key",
      "document", "cycle", "alloc", "allocation", "edge", "node", "hash", "image", "file",
      "update", "insert", "point", "entry", "word", "task", "job", "cell", "step",
    ] {
      known[noun] = noun
      known[noun + "s"] = noun
    }
    return known
  }()

  /// The factor of a prefix: `k`, `Ki`, `mega`; 1 for none.
  private static func prefix(_ text: String) -> Scale? {
    switch text.lowercased() {
    case "": Scale()
    case "k", "kilo": Scale(times: 1e3)
    case "m", "mega": Scale(times: 1e6)
    case "g", "giga": Scale(times: 1e9)
    case "t", "tera": Scale(times: 1e12)
    case "p", "peta": Scale(times: 1e15)
    case "ki", "kibi": Scale(times: 1024)
    case "mi", "mebi": Scale(times: 1_048_576)
    case "gi", "gibi": Scale(times: 1_073_741_824)
    case "ti", "tebi": Scale(times: 1_099_511_627_776)
    default: nil
    }
  }
}
