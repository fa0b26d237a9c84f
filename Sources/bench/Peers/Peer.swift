internal import Foundation

/// Other software that does the work of our kernels: `Benchmarks/peers/peers.py` knows them.
struct Peer: Equatable, Sendable, Decodable {
  /// The name people type.
  let name: String
  /// What it does, and which of its results counts as its answer.
  let what: String
  /// `nil` when it is missing.
  let version: String?
  /// Why it cannot run; `nil` when it can.
  let missing: String?
}

/// What a peer answered when it was prepared, as its process wrote it.
struct PeerAnswer: Equatable, Sendable, Decodable {
  /// A colour, and its share of the pixels where the peer says one.
  struct Swatch: Equatable, Sendable, Decodable {
    let color: String
    let population: Double?
  }

  let version: String
  /// Wall time of this first run.
  let seconds: Double
  /// The most memory it took beside the image and its own libraries.
  let extraBytes: Int?
  let swatches: [Swatch]

  /// Reads a worker's answer; `nil` when it is not one.
  init?(parsing text: String) {
    guard let answer = try? JSONDecoder().decode(PeerAnswer.self, from: Data(text.utf8)) else {
      return nil
    }
    self = answer
  }

  init(version: String, seconds: Double, extraBytes: Int?, swatches: [Swatch]) {
    self.version = version
    self.seconds = seconds
    self.extraBytes = extraBytes
    self.swatches = swatches
  }
}
