import Hashing
import JPEGOracle

/// A JPEG file of an invented picture.
struct TestFile: CustomStringConvertible {
  enum Content: CaseIterable {
    case smooth, noise, flat, stripes
  }

  var width = 100
  var height = 75
  var content = Content.smooth
  var quality = 75
  /// Columns and rows of each component; one pair for a grey picture.
  var sampling = [(2, 2), (1, 1), (1, 1)]
  var restartInterval = 0
  var optimizesCodes = false
  var seed: UInt64 = 1

  var description: String {
    "\(width)×\(height) \(content) quality \(quality) \(sampling) restarts \(restartInterval)"
      + " optimized \(optimizesCodes) seed \(seed)"
  }

  /// The file; empty where libjpeg does not write such files.
  var bytes: [UInt8] {
    let components = sampling.count
    var random = SplitMix64(seed: seed)
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<components {
          let value =
            switch content {
            case .smooth: (x * (channel + 1) + y * 2 + Int(random.next() & 15)) & 255
            case .noise: Int(random.next() & 255)
            case .flat: 90 + 50 * channel
            case .stripes: (x / 5 + y / 7 + channel) % 2 * 255
            }
          samples.append(UInt8(value))
        }
      }
    }
    var options = oracle_options()
    options.quality = Int32(quality)
    options.components = Int32(components)
    withUnsafeMutableBytes(of: &options.columns) { columns in
      for (index, factors) in sampling.enumerated() {
        columns.storeBytes(of: Int32(factors.0), toByteOffset: 4 * index, as: Int32.self)
      }
    }
    withUnsafeMutableBytes(of: &options.rows) { rows in
      for (index, factors) in sampling.enumerated() {
        rows.storeBytes(of: Int32(factors.1), toByteOffset: 4 * index, as: Int32.self)
      }
    }
    options.restart_interval = Int32(restartInterval)
    options.optimizes_codes = optimizesCodes ? 1 : 0
    var count = 0
    guard
      let file = oracle_encode(samples, UInt32(width), UInt32(height), options, &count)
    else { return [] }
    defer { oracle_free(file) }
    return Array(UnsafeBufferPointer(start: file, count: count))
  }
}
