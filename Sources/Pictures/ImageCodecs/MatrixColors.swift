internal import CImageShims
internal import CLibrary
package import Pixels

/// Colours of a matrix and three curves in those of sRGB's curve, in integers: what nearly every profile of
/// a camera or a display says (ICC.1:2022, 8.3.3).
///
/// ``color(of:)`` is the specification: the light of three levels, three sums of products, and the
/// nearest level of each sum. The loops that convert rows give its bytes on every processor.
///
/// Light has 16 bits. A weight has 12 to 14 binary places, as many as fit. Where a place of ``levels``
/// stands for 16 lights, from 1/16 of white on, those are a seventh of a level.
package struct MatrixColors: Sendable, Equatable {
  static let white: Int32 = 65_535

  /// The light of each level, of red, green and blue.
  let lights: [UInt16]
  /// What each light counts in the sums of red, green and blue.
  let weights: [Int16]
  /// The binary places of the weights.
  let shift: Int32

  /// The largest place is as many times 16 lights above 4096.
  static let placeCount = Int(CIMAGE_LEVEL_PLACES)

  /// The nearest level at each place, by the curve of sRGB (IEC 61966-2-1).
  static let levels: [UInt8] = (0..<placeCount).map { place in
    // Places below 4096 are lights themselves; place 4096 + n is the lights from 4096 + 16 n
    // on, by their middle.
    let light = place < 4096 ? Double(place) : Double(place - 3840) * 16 + 7.5
    return UInt8((255 * signal(light / Double(white))).rounded())
  }

  /// What a level of light is as a signal, both from 0 to 1.
  static func signal(_ light: Double) -> Double {
    light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Makes integers of what a profile says; `nil` for numbers that are not those of a profile of colours:
  /// light beyond black and white, or a white that is far from white.
  ///
  /// - Parameters:
  ///   - lights: the light of 3 × 256 levels, white of which is 1.
  ///   - matrix: 3 × 3 weights, those of one sum beside each other.
  package init?(lights: [Double], matrix: [Double]) {
    guard lights.count == 768, matrix.count == 9,
      lights.allSatisfy({ $0 >= -0.001 && $0 <= 1.001 }),
      matrix.allSatisfy({ abs($0) < 4 })
    else { return nil }
    let rows = stride(from: 0, to: 9, by: 3).map { Array(matrix[$0..<$0 + 3]) }
    guard rows.allSatisfy({ abs($0[0] + $0[1] + $0[2] - 1) < 0.25 }),
      let (weights, shift) = Self.weights(rows)
    else { return nil }
    self.lights = lights.map {
      UInt16((min(max($0, 0), 1) * Double(Self.white)).rounded())
    }
    self.weights = weights
    self.shift = shift
  }

  /// The weights of as many binary places as their sums have room for.
  private static func weights(_ rows: [[Double]]) -> ([Int16], Int32)? {
    for shift in stride(from: Int32(14), through: 12, by: -1) {
      let whole = rows.map { rounded($0, shift) }
      // Sums of some weights only, times lights of 16 bits, are within 2³¹ then, whatever the
      // other colours are.
      let fit = whole.allSatisfy { row in
        row.reduce(0) { $0 + max($1, 0) } <= 32_767 && row.reduce(0) { $0 + min($1, 0) } >= -32_768
      }
      if fit { return (whole.flatMap { $0 }.map { Int16($0) }, shift) }
    }
    return nil
  }

  /// Weights whose sum is the nearest too, so that greys stay grey: the largest takes what is left.
  private static func rounded(_ row: [Double], _ shift: Int32) -> [Int] {
    let scale = Double(Int32(1) << shift)
    var whole = row.map { Int(($0 * scale).rounded()) }
    let sum = Int((row.reduce(0, +) * scale).rounded())
    let largest = whole.indices.max { abs(row[$0]) < abs(row[$1]) } ?? 0
    // Three roundings may be off by one together: the largest weight changes least by it, in
    // relation.
    whole[largest] += sum - whole.reduce(0, +)
    return whole
  }

  /// A colour, converted: the specification of every loop.
  package func color(of color: RGB8) -> RGB8 {
    let light = [color.red, color.green, color.blue].enumerated().map {
      Int64(lights[256 * $0 + Int($1)])
    }
    let levels = (0..<3).map { to in
      // It begins with one half, so that the shift rounds.
      let sum = (0..<3).reduce(Int64(1) << (shift - 1)) {
        $0 + Int64(weights[3 * to + $1]) * light[$1]
      }
      let bounded = Int(min(max(sum >> shift, 0), Int64(Self.white)))
      return Self.levels[bounded < 4096 ? bounded : 3840 + bounded / 16]
    }
    return RGB8(red: levels[0], green: levels[1], blue: levels[2])
  }

  /// What the loops need; `nil` where there is no memory.
  func makeRows() -> OpaquePointer? {
    cimage_matrix_rows_make(lights, weights, shift, Self.levels)
  }

  /// How many loops there are that this machine can run; the last is the fastest.
  package static var loopCount: Int { Int(cimage_matrix_loops()) }

  /// Converts RGBA pixels in place; alpha is kept.
  ///
  /// - Parameters:
  ///   - pixels: whole pixels.
  ///   - loop: below ``loopCount``.
  package func convert(_ pixels: UnsafeMutableRawBufferPointer, loop: Int) {
    guard (0..<Self.loopCount).contains(loop), let rows = makeRows() else { return }
    defer { cimage_matrix_rows_free(rows) }
    // SAFETY: the caller passes the bytes, of which these are whole pixels; this machine has the loop.
    cimage_matrix_rows_run(
      rows, Int32(loop), pixels.baseAddress?.assumingMemoryBound(to: UInt8.self),
      pixels.count / 4)
  }
}

extension MatrixColors {
  /// The colours of a conversion that was just opened; `nil` where its profile has tables, or numbers
  /// that integers are not made of.
  init?(_ conversion: OpaquePointer) {
    guard let numbers = Self.numbers(of: conversion) else { return nil }
    self.init(lights: numbers.lights, matrix: numbers.matrix)
  }

  /// What the profile of a conversion says; `nil` where it has tables.
  static func numbers(of conversion: OpaquePointer) -> (lights: [Double], matrix: [Double])? {
    var lights = [Double](repeating: 0, count: 768)
    var primaries = [Double](repeating: 0, count: 9)
    var gamut = primaries
    guard cimage_conversion_matrix(conversion, &lights, &primaries, &gamut) else { return nil }
    return quotient(of: primaries, by: gamut).map { (lights, $0) }
  }

  /// What numbers of one set of primaries are in those of another.
  private static func quotient(of primaries: [Double], by gamut: [Double]) -> [Double]? {
    func cofactor(_ row: Int, _ column: Int) -> Double {
      let (r1, r2, c1, c2) = ((row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3)
      return gamut[3 * r1 + c1] * gamut[3 * r2 + c2] - gamut[3 * r1 + c2] * gamut[3 * r2 + c1]
    }
    let determinant = (0..<3).reduce(0) { $0 + gamut[$1] * cofactor(0, $1) }
    guard determinant.isNormal else { return nil }
    return (0..<9).map { place in
      (0..<3).reduce(0) {
        $0 + cofactor($1, place / 3) / determinant * primaries[3 * $1 + place % 3]
      }
    }
  }
}
