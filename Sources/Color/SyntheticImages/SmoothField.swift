/// Value noise: random heights on lattices of several sizes, smoothly interpolated and summed.
///
/// (Perlin's and others' term; see Ebert et al., "Texturing and Modeling", chapter 2.) All integer:
/// weights are 12-bit fixed-point values of the smoothstep 3t² − 2t³.
struct SmoothField {
  /// One lattice.
  struct Octave {
    /// The binary logarithm of the distance between lattice points.
    let shift: Int
    /// The largest height, in the caller's units.
    let amplitude: Int32
  }

  private struct Layer {
    let octave: Octave
    let stream: UInt64
    let offset: (x: Int, y: Int)
    let weights: [Int32]
  }

  private let canvas: Canvas
  private let layers: [Layer]

  /// Makes the sum of some lattices; `stream` tells apart the fields of one image.
  init(_ octaves: [Octave], stream: UInt64, canvas: Canvas) {
    self.canvas = canvas
    var choices = canvas.choices(stream: stream)
    layers = octaves.enumerated().map { index, octave in
      let side = 1 << octave.shift
      return Layer(
        octave: octave, stream: stream &+ UInt64(index) &* 0x1_0001,
        offset: (choices.below(side), choices.below(side)),
        weights: (0..<side).map { Self.smoothstep($0, of: side) })
    }
  }

  private static func smoothstep(_ position: Int, of side: Int) -> Int32 {
    let t = position * 4096 / side
    // t is 12 bits a unit, its square 24, the product 36: 12 are left.
    return Int32(truncatingIfNeeded: (t * t * (3 * 4096 - 2 * t)) >> 24)
  }

  /// Adds a row of the field to a row of values, one for each column.
  func add(row y: Int, to values: inout [Int32]) {
    for layer in layers {
      add(layer, row: y, to: &values)
    }
  }

  private func add(_ layer: Layer, row y: Int, to values: inout [Int32]) {
    let shift = layer.octave.shift
    let side = 1 << shift
    let v = y + layer.offset.y
    let upper = RowRandomness(canvas: canvas, stream: layer.stream, row: v >> shift)
    let lower = RowRandomness(canvas: canvas, stream: layer.stream, row: (v >> shift) + 1)
    let across = layer.weights[v & (side - 1)]
    /// A lattice point's height at this row.
    func height(_ point: Int) -> Int32 {
      let top = layer.octave.amplitude(upper[point])
      let bottom = layer.octave.amplitude(lower[point])
      return top &+ Self.share(across, of: bottom &- top)
    }
    var x = 0
    var u = layer.offset.x
    var left = height(u >> shift)
    while x < values.count {
      let right = height((u >> shift) + 1)
      //     upper   •───────•         heights at the four corners of a lattice cell: down
      //             │   ·   │         first, once a cell for each row, then across, once a
      //     lower   •───────•         column
      let rise = right &- left
      let phase = u & (side - 1)
      let length = min(side - phase, values.count - x)
      defer {
        x += length
        u += length
        left = right
      }
      guard rise.magnitude <= Self.mostRise else {
        for step in 0..<length {
          values[x + step] &+= left &+ Self.share(layer.weights[phase + step], of: rise)
        }
        continue
      }
      // SAFETY: `length` ends at the lattice cell's and the row's end, so that `phase + step` stays
      // below `side`, the count of weights, and `x + step` below the count of values. Checking each
      // index again would keep the loop from being vectorised.
      values.withUnsafeMutableBufferPointer { values in
        layer.weights.withUnsafeBufferPointer { weights in
          for step in 0..<length {
            values[x &+ step] &+= left &+ (rise &* weights[phase &+ step]) &>> 12
          }
        }
      }
    }
  }

  /// A rise times the greatest weight, 2¹², fits 32 bits with a sign; canvases of more than 131,072 rows
  /// have greater ones.
  private static let mostRise: UInt32 = (1 << 19) - 1

  /// The share of a rise of any size that a weight stands for.
  private static func share(_ weight: Int32, of rise: Int32) -> Int32 {
    Int32(truncatingIfNeeded: (Int64(rise) &* Int64(weight)) &>> 12)
  }
}

extension SmoothField.Octave {
  /// A random number as a height between −amplitude and +amplitude.
  @inline(__always)
  fileprivate func amplitude(_ random: UInt64) -> Int32 {
    // 16 bits with a sign: −2¹⁵ … 2¹⁵ − 1 of 2¹⁵.
    let signed = Int64(bitPattern: random) &>> 48
    return Int32(truncatingIfNeeded: (signed &* Int64(amplitude)) &>> 15)
  }
}
