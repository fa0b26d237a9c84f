internal import DominantColor
internal import Pixels
internal import ShowHide

/// Hues counted to find the colour of a picture.
@_cdecl("dc_hues")
public func hues() -> UnsafeMutableRawPointer {
  Unmanaged.passRetained(PaletteMethod.hue.histogramBuilder(PaletteOptions())).toOpaque()
}

/// Counts a band.
@_cdecl("dc_hues_add")
public func huesAdd(
  _ hues: UnsafeMutableRawPointer, _ start: UnsafeRawPointer, _ width: Int32, _ height: Int32
) {
  // SAFETY: what `dc_hues` gave to JavaScript, which has not ended it.
  Unmanaged<PaletteHistogramBuilder>.fromOpaque(hues).takeUnretainedValue()
    .add(pixels(start, width, height))
}

/// Ends a count: the degree in the middle of the hues that people see as the picture's colour, or -1.
@_cdecl("dc_hues_end")
public func huesEnd(_ hues: UnsafeMutableRawPointer, _ tolerance: Int32) -> Int32 {
  // SAFETY: as above; JavaScript forgets the count.
  let builder = Unmanaged<PaletteHistogramBuilder>.fromOpaque(hues).takeRetainedValue()
  return builder.histogram().vividCenter(tolerance: Int(tolerance)).map { Int32($0) } ?? -1
}

/// An effect that JavaScript holds.
private final class HeldEffect {
  let effect: PreparedEffect
  init(_ effect: PreparedEffect) { self.effect = effect }
}

/// Prepares an effect.
///
/// - Parameters:
///   - hides: 0 shows, 1 hides.
///   - kind: 0 selects nothing, 1 hues around a degree, 2 colours near one.
///   - value: the degree, or the colour as 0xRRGGBB.
///   - tolerance: degrees, or thousandths of the way from black to white.
///   - feather: in the same steps.
/// - Returns: a handle.
@_cdecl("dc_effect")
public func effect(
  _ hides: Int32, _ kind: Int32, _ value: Int32, _ tolerance: Int32, _ feather: Int32
) -> UnsafeMutableRawPointer {
  let effect: Effect = hides == 0 ? .show : .hide
  // The kinds by name: the one of families, which JavaScript cannot ask for, is not in the module.
  let prepared =
    switch kind {
    case 1:
      PreparedEffect(
        effect, HueRange(scale: HueScale(), center: Int(value), tolerance: Int(tolerance)),
        feather: Int(feather), instructionSet: .best)
    case 2:
      PreparedEffect(
        effect,
        near: RGB8(
          red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255)),
        edge: SoftEdge(tolerance: Int(tolerance), feather: Int(feather)), instructionSet: .best)
    default: PreparedEffect(effect, instructionSet: .best)
    }
  return Unmanaged.passRetained(HeldEffect(prepared)).toOpaque()
}

/// Changes pixels in place.
@_cdecl("dc_effect_run")
public func effectRun(
  _ handle: UnsafeMutableRawPointer, _ pixels: UnsafeMutablePointer<UInt32>, _ count: Int32
) {
  // SAFETY: what `dc_effect` gave to JavaScript, which has not ended it.
  Unmanaged<HeldEffect>.fromOpaque(handle).takeUnretainedValue().effect
    .run(from: nil, to: pixels, count: Int(count))
}

/// Gives an effect back.
@_cdecl("dc_effect_end")
public func effectEnd(_ handle: UnsafeMutableRawPointer) {
  // SAFETY: as above; JavaScript forgets it.
  Unmanaged<HeldEffect>.fromOpaque(handle).release()
}
