internal import CLittleCMS

/// Little CMS itself, to compare conversions with.
package enum LittleCMS {
  /// Four bytes a pixel, of which it leaves the last alone.
  private static let rgbAndAnother: cmsUInt32Number = 4 << 16 | 1 << 7 | 3 << 3 | 1

  /// Converts RGBA pixels to sRGB, relative colorimetric; false where it does not read the profile.
  package static func convert(_ pixels: UnsafeMutableRawBufferPointer, from profile: [UInt8])
    -> Bool
  {
    let from = cmsOpenProfileFromMem(profile, cmsUInt32Number(profile.count))
    let to = cmsCreate_sRGBProfile()
    defer {
      cmsCloseProfile(to)
      if from != nil { cmsCloseProfile(from) }
    }
    guard from != nil,
      let transform = cmsCreateTransform(
        from, rgbAndAnother, to, rgbAndAnother, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
        cmsUInt32Number(cmsFLAGS_NOCACHE))
    else { return false }
    cmsDoTransform(
      transform, pixels.baseAddress, pixels.baseAddress, cmsUInt32Number(pixels.count / 4))
    cmsDeleteTransform(transform)
    return true
  }

  /// A profile of RGB whose colours are a table of L*a*b*, as those of printers are.
  package static func tabledProfile() -> [UInt8] {
    let steps = (0..<5).map { Double($0) / 4 }
    var table: [UInt16] = []
    for red in steps {
      for green in steps {
        for blue in steps {
          table.append(UInt16(65_280 * (0.3 * red + 0.6 * green + 0.1 * blue)))
          table.append(UInt16(32_768 + 16_000 * (red - green)))
          table.append(UInt16(32_768 + 16_000 * (green - blue)))
        }
      }
    }
    let profile = cmsCreateProfilePlaceholder(nil)
    let pipeline = cmsPipelineAlloc(nil, 3, 3)
    defer {
      cmsPipelineFree(pipeline)
      cmsCloseProfile(profile)
    }
    cmsPipelineInsertStage(pipeline, cmsAT_BEGIN, cmsStageAllocCLut16bit(nil, 5, 3, 3, table))
    cmsSetProfileVersion(profile, 2.1)
    cmsSetDeviceClass(profile, cmsSigOutputClass)
    cmsSetColorSpace(profile, cmsSigRgbData)
    cmsSetPCS(profile, cmsSigLabData)
    cmsWriteTag(profile, cmsSigAToB0Tag, UnsafeRawPointer(pipeline))
    var count: cmsUInt32Number = 0
    cmsSaveProfileToMem(profile, nil, &count)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    cmsSaveProfileToMem(profile, &bytes, &count)
    return bytes
  }
}
