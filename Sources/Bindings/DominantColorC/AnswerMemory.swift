internal import CDominantColor
internal import CLibrary
internal import DominantColor
internal import FilePalettes
internal import ImageCodecs
internal import Pixels

extension Answer {
  /// The answer as a caller in C holds it: one block of memory with everything that it points to,
  /// which `free` gives back.
  func makeBlock() throws(Failure) -> UnsafePointer<dominantcolor_palette> {
    let absence: [UInt8] = palette.absence.map { Array($0.description.utf8) + [0] } ?? []
    let texts: [[UInt8]] = warnings.map { $0.utf8.filter { $0 != 0 } + [0] }
    let roles = rolesInOrder
    let reasons: [[UInt8]] = roles.map { $0.absence.map { Array($0.utf8) + [0] } ?? [] }
    // One block, so that one `free` gives all of it back:
    //
    //     [ palette | swatches | warnings | places | roles | wide | texts that these point to ]
    //       └─ points ─↑──────────↑──────────↑────────↑───────↑
    let swatchesAt = Self.roundedUp(MemoryLayout<dominantcolor_palette>.size)
    let warningsAt =
      swatchesAt + palette.swatches.count * MemoryLayout<dominantcolor_swatch>.stride
    let placesAt = warningsAt + texts.count * MemoryLayout<UnsafePointer<CChar>?>.stride
    let rolesAt = placesAt + (places?.count ?? 0) * MemoryLayout<dominantcolor_place>.stride
    let wideAt = rolesAt + roles.count * MemoryLayout<dominantcolor_role>.stride
    let absenceAt = wideAt + (displayP3?.count ?? 0) * MemoryLayout<dominantcolor_display_p3>.stride
    let size = (texts + reasons).reduce(absenceAt + absence.count) { $0 + $1.count }
    guard let block = malloc(size) else {
      throw Failure(DOMINANTCOLOR_OUT_OF_MEMORY, "There is no memory for the palette.")
    }
    // SAFETY: the offsets were summed up just now; each part is aligned to 16, 16, 8, 8, 8, 8 and
    // 1 bytes.
    let swatches = (block + swatchesAt).bindMemory(
      to: dominantcolor_swatch.self, capacity: palette.swatches.count)
    for (index, swatch) in palette.swatches.enumerated() {
      (swatches + index).initialize(to: dominantcolor_swatch(swatch))
    }
    let pointers = (block + warningsAt).bindMemory(
      to: UnsafePointer<CChar>?.self, capacity: texts.count)
    let boxes = (block + placesAt).bindMemory(
      to: dominantcolor_place.self, capacity: places?.count ?? 0)
    for (index, place) in (places ?? []).enumerated() {
      (boxes + index).initialize(to: dominantcolor_place(place))
    }
    let wide = (block + wideAt).bindMemory(
      to: dominantcolor_display_p3.self, capacity: displayP3?.count ?? 0)
    for (index, color) in (displayP3 ?? []).enumerated() {
      (wide + index).initialize(to: dominantcolor_display_p3(color))
    }
    var next = block + absenceAt
    next.copyMemory(from: absence, byteCount: absence.count)
    let absenceText =
      absence.isEmpty ? nil : UnsafePointer(next.assumingMemoryBound(to: CChar.self))
    next += absence.count
    for (index, text) in texts.enumerated() {
      next.copyMemory(from: text, byteCount: text.count)
      (pointers + index).initialize(to: UnsafePointer(next.assumingMemoryBound(to: CChar.self)))
      next += text.count
    }
    let roleEntries = (block + rolesAt).bindMemory(
      to: dominantcolor_role.self, capacity: roles.count)
    for (index, role) in roles.enumerated() {
      var entry = dominantcolor_role()
      if let color = role.color { entry.color = dominantcolor_swatch(color) }
      if !reasons[index].isEmpty {
        next.copyMemory(from: reasons[index], byteCount: reasons[index].count)
        entry.absence = UnsafePointer(next.assumingMemoryBound(to: CChar.self))
        next += reasons[index].count
      }
      (roleEntries + index).initialize(to: entry)
    }
    var answer = summary
    answer.roles = UnsafePointer(roleEntries)
    answer.role_count = roles.count
    answer.swatches = UnsafePointer(swatches)
    answer.absence = absenceText
    answer.warnings = UnsafePointer(pointers)
    answer.places = places == nil ? nil : UnsafePointer(boxes)
    answer.display_p3 = displayP3 == nil ? nil : UnsafePointer(wide)
    let palette = block.bindMemory(to: dominantcolor_palette.self, capacity: 1)
    palette.initialize(to: answer)
    return UnsafePointer(palette)
  }

  /// All fields that are not pointers.
  private var summary: dominantcolor_palette {
    var answer = dominantcolor_palette()
    answer.size = MemoryLayout<dominantcolor_palette>.size
    answer.swatch_count = palette.swatches.count
    answer.warning_count = warnings.count
    (answer.counted, answer.transparent) = (palette.tally.counted, palette.tally.transparent)
    answer.filtered = palette.tally.filtered
    (answer.width, answer.height) = (Int64(width), Int64(height))
    answer.absence_code = palette.absence.map(\.code) ?? Int32(DOMINANTCOLOR_PRESENT)
    answer.format = Int32(format?.code ?? DOMINANTCOLOR_PIXELS)
    answer.is_exact = isExact ? 1 : 0
    answer.distinct_colors = Int64(distinctColors ?? 0)
    answer.shortage = Int32(shortage?.code ?? DOMINANTCOLOR_NOT_SHORT)
    answer.is_gradient = background?.background?.isGradient == true ? 1 : 0
    if let dominant = palette.dominant { answer.dominant = dominantcolor_swatch(dominant) }
    if let wide = dominantInDisplayP3 {
      answer.dominant_display_p3 = dominantcolor_display_p3(wide)
    }
    if let bars { answer.bars = dominantcolor_bars(bars) }
    answer.hue_bin = -1
    if let hue = palette.hue {
      answer.hue_bin = Int32(hue.bin)
      answer.hue_degrees = hue.degrees
      answer.grey_count = hue.greyCount
      (answer.mean_saturation, answer.mean_brightness) = (hue.meanSaturation, hue.meanBrightness)
    }
    return answer
  }

  /// The roles in the header's order, each with a colour or the reason why there is none.
  private var rolesInOrder: [(color: Swatch?, absence: String?)] {
    let ground = background?.background
    let order: [SwatchRole] = [
      .vibrant, .lightVibrant, .darkVibrant, .muted, .lightMuted, .darkMuted,
    ]
    let unasked = "the background was not asked for"
    return order.map { (roles[$0], roles.absence(of: $0)) } + [
      (roles.accent, roles.accentAbsence),
      (ground?.swatch, background.map { $0.absence?.description } ?? unasked),
      (
        roles.foreground(on: ground),
        background == nil ? unasked : roles.foregroundAbsence(on: ground)
      ),
      (roles.brand, roles.brandAbsence),
    ]
  }

  private static func roundedUp(_ size: Int) -> Int { (size + 15) / 16 * 16 }
}

extension Palette.Shortage {
  fileprivate var code: Int {
    switch self {
    case .noFurtherColors: DOMINANTCOLOR_NO_FURTHER_COLORS
    case .othersAreNear: DOMINANTCOLOR_OTHERS_ARE_NEAR
    case .chosen: DOMINANTCOLOR_CHOSEN
    }
  }
}

extension dominantcolor_swatch {
  init(_ swatch: Swatch) {
    self.init()
    (red, green, blue) = (swatch.color.red, swatch.color.green, swatch.color.blue)
    count = swatch.count
    population = swatch.population
    withUnsafeMutableBytes(of: &hex) {
      $0.copyBytes(from: swatch.color.description.utf8.prefix(12))
    }
  }
}

extension dominantcolor_place {
  fileprivate init(_ place: SwatchPlace?) {
    self.init()
    guard let place else { return }
    (center_x, center_y) = (place.centerX, place.centerY)
    (x, y) = (Int64(place.columns.lowerBound), Int64(place.rows.lowerBound))
    (width, height) = (Int64(place.columns.count), Int64(place.rows.count))
  }
}

extension dominantcolor_bars {
  fileprivate init(_ bars: PictureBars) {
    self.init()
    (left, top) = (Int64(bars.left), Int64(bars.top))
    (right, bottom) = (Int64(bars.right), Int64(bars.bottom))
    (red, green, blue) = (bars.color.red, bars.color.green, bars.color.blue)
  }
}

extension dominantcolor_display_p3 {
  fileprivate init(_ color: DisplayP3Color) {
    self.init()
    (red, green, blue) = (color.red, color.green, color.blue)
    is_in_srgb = color.isInSRGB ? 1 : 0
  }
}

extension Palette.Absence {
  fileprivate var code: Int32 {
    let code =
      switch self {
      case .noPixels: DOMINANTCOLOR_NO_PIXELS
      case .allTransparent: DOMINANTCOLOR_ALL_TRANSPARENT
      case .allFiltered: DOMINANTCOLOR_ALL_FILTERED
      case .allGrey: DOMINANTCOLOR_ALL_GREY
      }
    return Int32(code)
  }
}

extension ImageFormat {
  /// The header's number; a new format gets one there first.
  fileprivate var code: Int {
    switch self {
    case .png: DOMINANTCOLOR_PNG
    case .jpeg: DOMINANTCOLOR_JPEG
    case .webP: DOMINANTCOLOR_WEBP
    case .gif: DOMINANTCOLOR_GIF
    case .avif: DOMINANTCOLOR_AVIF
    case .heic: DOMINANTCOLOR_HEIC
    case .tiff: DOMINANTCOLOR_TIFF
    case .bmp: DOMINANTCOLOR_BMP
    default: DOMINANTCOLOR_PIXELS
    }
  }
}
