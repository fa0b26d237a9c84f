internal import ArgumentParser
internal import CommandText
internal import FilePalettes
internal import Reporting

/// The option `--region` of several commands: which part of each picture is meant.
///
/// Each command declares it itself: the parser takes longer for a group than for its options.
extension PictureRegion {
  static var help: ArgumentHelp {
    ArgumentHelp(
      "Only this part of each picture, turned upright: its left and upper edge, width and height, in "
        + "pixels such as 40,30,200,100 or in percent such as 25%,25%,50%,50%.",
      valueName: "x,y,w,h")
  }

  /// What the option says, checked.
  init(typed region: String) throws(UsageError) {
    let parts = region.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " } }
    let isPercent = parts.contains { $0.hasSuffix("%") }
    let numbers = parts.compactMap { part -> Double? in
      guard isPercent else { return Int(part).map { Double($0) } }
      return part.hasSuffix("%") ? Double(part.dropLast()) : nil
    }
    guard numbers.count == 4, parts.count == 4 else {
      throw UsageError(
        "--region takes four whole numbers of pixels such as 40,30,200,100, or four percentages such as "
          + "25%,25%,50%,50%: all four alike, not '\(region)'.")
    }
    guard numbers.allSatisfy({ (0...1e9).contains($0) }), numbers[2] > 0, numbers[3] > 0 else {
      throw UsageError(
        "--region '\(region)': the edges are 0 or more, and width and height above 0.")
    }
    if isPercent, numbers[0] >= 100 || numbers[1] >= 100 {
      throw UsageError("--region '\(region)' begins outside of the picture, at 100 % or more.")
    }
    self.init(
      x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3],
      unit: isPercent ? .percent : .pixels)
  }
}
