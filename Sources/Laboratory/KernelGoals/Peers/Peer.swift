internal import OrderedJSON

/// Other software that does the work of our kernels: `Benchmarks/peers/peers.py` knows them.
package struct Peer: Equatable, Sendable {
  /// What it works on.
  package enum Input: String, Sendable {
    /// Pixels in memory.
    case pixels
    /// The bytes of a PNG or JPEG, in memory.
    case file
  }

  /// The name people type.
  package let name: String
  package let input: Input
  /// What it does, and which of its results counts as its answer.
  package let what: String
  /// `nil` when it is missing.
  package let version: String?
  /// Why it cannot run; `nil` when it can.
  package let missing: String?
}

extension Peer {
  /// Reads a line of the script's list; `nil` when it is not one.
  package init?(parsing text: String) {
    guard let value = try? JSONValue(parsing: Array(text.utf8)), let name = value["name"]?.string,
      let input = value["input"]?.string.flatMap(Input.init), let what = value["what"]?.string
    else { return nil }
    self.init(
      name: name, input: input, what: what, version: value["version"]?.string,
      missing: value["missing"]?.string)
  }
}

/// What a peer answered when it was prepared, as its process wrote it.
package struct PeerAnswer: Equatable, Sendable {
  /// A colour, and its share of the pixels where the peer says one.
  package struct Swatch: Equatable, Sendable {
    package let color: String
    package let population: Double?
  }

  package let version: String
  /// Wall time of this first run.
  package let seconds: Double
  /// The most memory it took beside the image and its own libraries.
  package let extraBytes: Int?
  package let swatches: [Swatch]
}

extension PeerAnswer {
  /// Reads a worker's answer; `nil` when it is not one.
  package init?(parsing text: String) {
    guard let value = try? JSONValue(parsing: Array(text.utf8)),
      let version = value["version"]?.string, let seconds = value["seconds"]?.number,
      let swatches = value["swatches"]?.elements(Swatch.init)
    else { return nil }
    self.init(
      version: version, seconds: seconds, extraBytes: value["extraBytes"]?.integer,
      swatches: swatches)
  }
}

extension PeerAnswer.Swatch {
  fileprivate init?(_ value: JSONValue) {
    guard let color = value["color"]?.string else { return nil }
    self.init(color: color, population: value["population"]?.number)
  }
}
