internal import JPEGOracle

/// How libjpeg writes a file.
struct JPEGRecipe {
  /// Columns of the picture.
  var width: Int
  /// Rows of the picture.
  var height: Int
  /// Columns and rows of each component; one pair for a grey picture.
  var sampling: [(Int32, Int32)]
  /// As libjpeg counts it, 1 to 100.
  var quality: Int32 = 85
  /// MCUs between two restart markers; 0 for none.
  var restartInterval: Int32 = 0
  /// Whether its tables of codes are made for it.
  var optimizesCodes = false
  /// Whether it comes in several scans.
  var isProgressive = false
  /// Whether it is coded without tables of codes.
  var isArithmetic = false

  /// The file of some samples without padding; empty where libjpeg does not write such files.
  func file(of samples: [UInt8]) -> [UInt8] {
    var options = oracle_options()
    options.quality = quality
    options.components = Int32(sampling.count)
    withUnsafeMutableBytes(of: &options.columns) { columns in
      withUnsafeMutableBytes(of: &options.rows) { rows in
        for (index, factors) in sampling.enumerated() {
          columns.storeBytes(of: factors.0, toByteOffset: 4 * index, as: Int32.self)
          rows.storeBytes(of: factors.1, toByteOffset: 4 * index, as: Int32.self)
        }
      }
    }
    options.restart_interval = restartInterval
    options.optimizes_codes = optimizesCodes ? 1 : 0
    options.is_progressive = isProgressive ? 1 : 0
    options.is_arithmetic = isArithmetic ? 1 : 0
    var count = 0
    guard let file = oracle_encode(samples, UInt32(width), UInt32(height), options, &count) else {
      return []
    }
    defer { oracle_free(file) }
    // SAFETY: the oracle gives `count` bytes, which are copied before they are freed.
    return Array(UnsafeBufferPointer(start: file, count: count))
  }
}
