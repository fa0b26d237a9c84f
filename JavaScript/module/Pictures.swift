internal import DominantColor
internal import Pixels

/// What the page counts of a picture that comes in bands, each pixel's colour and place once, and its hue.
private final class HeldPicture {
  let visibility: VisibilityRule
  let colors: PlacedPaletteBuilder
  let hues: PaletteHistogramBuilder?
  let background: Background?
  /// Looks for what a logo or a product stands on, where hues are counted too.
  let ground: BackgroundFinder?
  /// Rows counted.
  var row = 0

  init(
    _ visibility: VisibilityRule, width: Int, height: Int, hasHues: Bool,
    without background: Background?
  ) {
    self.visibility = visibility
    self.background = background
    ground =
      hasHues
      ? BackgroundFinder(
        onOneThread: width, height, minimumAlpha: visibility.minimumAlpha) : nil
    colors = PlacedPaletteBuilder(onOneThread: visibility)
    hues =
      hasHues
      ? PaletteMethod.hue.histogramBuilder(PaletteOptions(visibility: visibility)) : nil
  }
}

/// Begins to count a picture by a question's rules, its hues and what it stands on too where hues are asked for, and without a
/// background if one is given.
@_cdecl("dc_picture")
public func picture(
  _ words: UnsafePointer<Int32>, _ width: Int32, _ height: Int32, _ hasHues: Int32,
  _ background: UnsafeMutableRawPointer?
) -> UnsafeMutableRawPointer {
  let picture = HeldPicture(
    Question(words).options.visibility, width: Int(width), height: Int(height),
    hasHues: hasHues != 0, without: background.map { heldBackground($0) })
  return Unmanaged.passRetained(picture).toOpaque()
}

/// Counts a band of whole rows.
@_cdecl("dc_picture_add")
public func pictureAdd(
  _ picture: UnsafeMutableRawPointer, _ start: UnsafeRawPointer, _ width: Int32, _ height: Int32
) {
  let picture = held(picture)
  let pixels = pixels(start, width, height)
  picture.ground?.add(pixels, row: picture.row)
  picture.row += pixels.height
  picture.colors.add(pixels, without: picture.background) {
    picture.hues?.add($0)
  }
}

/// Writes the hues, if they were counted: the degree that people see as the picture's colour or -1, the grey pixels, and the pixels of each of
/// 360 degrees.
@_cdecl("dc_picture_hues")
public func pictureHues(
  _ picture: UnsafeMutableRawPointer, _ tolerance: Int32, _ numbers: UnsafeMutablePointer<Double>
) {
  guard let histogram = held(picture).hues?.histogram(), case .hues(let hues) = histogram.cells
  else { return }
  // SAFETY: the caller has room for 362 numbers, and the scale is the usual one of 360 bins.
  numbers[0] = Double(histogram.vividCenter(tolerance: Int(tolerance)) ?? -1)
  numbers[1] = Double(hues.greyCount)
  for (index, bin) in hues.bins.enumerated() { numbers[2 + index] = Double(bin.sums.count) }
}

/// Writes the palette of method `distinct`, and gives a bit for each of its first 31 colours, 1 where it is scattered like
/// noise.
@_cdecl("dc_picture_palette")
public func picturePalette(
  _ picture: UnsafeMutableRawPointer, _ words: UnsafePointer<Int32>,
  _ result: UnsafeMutablePointer<Double>
) -> Int32 {
  let count = Question(words).options.count ?? PaletteMethod.distinct.defaultCount
  let found = held(picture).colors.distinct(count: count)
  found.palette.write(to: result)
  var bits: Int32 = 0
  for (index, isScattered) in found.isScattered.enumerated() where isScattered && index < 31 {
    bits |= 1 << Int32(index)
  }
  return bits
}

/// Writes the colour that stands for a logo or a product, its pixels and of how many they are.
///
/// - Returns: 1 where there is one; else why not, 0 for no colours, 2 for greys alone, 3 for noise.
@_cdecl("dc_picture_brand")
public func pictureBrand(
  _ picture: UnsafeMutableRawPointer, _ numbers: UnsafeMutablePointer<Double>
) -> Int32 {
  let picture = held(picture)
  let ground = picture.ground.flatMap { $0.ground(after: $0.finding()) }
  switch picture.colors.brand(on: ground) {
  case .found(let swatch):
    let color = swatch.color
    let words = [
      Double(color.red), Double(color.green), Double(color.blue), Double(swatch.count),
      Double(swatch.outOf),
    ]
    // SAFETY: the caller has room for a palette, which is more.
    for (index, word) in words.enumerated() { numbers[index] = word }
    return 1
  case .absent(.noColors): return 0
  case .absent(.onlyGreys): return 2
  case .absent(.scattered): return 3
  }
}

/// Ends a count.
@_cdecl("dc_picture_end")
public func pictureEnd(_ picture: UnsafeMutableRawPointer) {
  // SAFETY: as in `held`; JavaScript forgets it.
  Unmanaged<HeldPicture>.fromOpaque(picture).release()
}

private func held(_ picture: UnsafeMutableRawPointer) -> HeldPicture {
  // SAFETY: what `picture` gave to JavaScript, which has not ended it.
  Unmanaged<HeldPicture>.fromOpaque(picture).takeUnretainedValue()
}
