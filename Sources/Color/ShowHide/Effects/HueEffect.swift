internal import DominantColor
internal import SIMDBodies

/// An effect by hue, prepared for the loop that runs it.
enum HueEffect {
  /// With a hard edge.
  case hard(HardHueEffect)
  /// With a feather; also where the arc is exactly half the circle, which one pair of planes
  /// cannot tell from the other half.
  case soft(SoftHueEffect)

  init(_ effect: Effect, range: HueRange, feather: Int) {
    let edge = SoftEdge(tolerance: range.tolerance, feather: feather)
    let greyThreshold = max(Int(range.scale.greyThreshold), 1)
    let count = range.scale.binCount
    let length = min(2 * edge.tolerance + 1, count)
    guard edge.feather == 0, 2 * length != count else {
      self = .soft(
        SoftHueEffect(
          binCount: count, greyThreshold: greyThreshold, center: range.center,
          tolerance: edge.tolerance, feather: edge.feather,
          weakSlope: edge.feather == 0 ? nil : WeakColors.slope, keepsSelected: effect == .show))
      return
    }
    // An arc longer than half the circle is given by the rest, the whole circle by an empty rest.
    let isArc = 2 * length < count
    let start = range.center - min(edge.tolerance, count) + count
    let (first, end) = isArc ? (start, start + length) : (start + length, start)
    self = .hard(
      HardHueEffect(
        first: length == count ? .none : HuePlane(bin: first, of: count),
        end: length == count ? .none : HuePlane(bin: end, of: count),
        greyThreshold: greyThreshold, keepsArc: isArc == (effect == .show),
        keepsGreys: effect == .hide))
  }

  /// The effect of greying all, or of leaving everything as it is.
  init(withoutSelection effect: Effect) {
    // No colour is chromatic by more than 255, so all are taken as greys.
    self = .hard(
      HardHueEffect(
        first: .none, end: .none, greyThreshold: 256, keepsArc: false,
        keepsGreys: effect == .hide))
  }

  /// Changes a run of pixels; see `EffectRun.change`.
  func run(
    from source: UnsafeRawPointer?, to target: UnsafeMutablePointer<UInt32>, count: Int,
    code: VectorCode
  ) {
    switch self {
    case .hard(let effect): code.hardHueEffect(effect, source, target, count)
    case .soft(let effect): code.softHueEffect(effect, source, target, count)
    }
  }
}
