internal import ArgumentParser
internal import CommandText
internal import Pixels
internal import Reporting
internal import ShowHide

/// `showhide filter`: thresholds for red, green and blue.
struct FilterCommand: AsyncParsableCommand, PictureCommand {
  static let configuration = CommandConfiguration(
    commandName: "filter", _superCommandName: "showhide",
    abstract: "Let only some red, green and blue pass.",
    discussion: """
      A range is the least and the most that passes, such as 100..255; a single number is the \
      least. --outside says what happens to the rest: zero sets a channel outside its range to 0 \
      and leaves the others (the filter of the app this grew from), grey greys pixels with any \
      channel outside, clear makes them transparent.

      EXAMPLES
        showhide filter photo.jpg -o warm.jpg --red 100 --blue 0..180
        showhide filter photo.jpg -o dark.png --red 0..90 --outside clear
      """)

  @OptionGroup var pictures: PictureArguments
  @OptionGroup var standardOutput: StandardOutputArguments

  @Option(help: ArgumentHelp("The red that passes. Default: 0..255.", valueName: "range"))
  var red: String = "0..255"

  @Option(help: ArgumentHelp("The green that passes. Default: 0..255.", valueName: "range"))
  var green: String = "0..255"

  @Option(help: ArgumentHelp("The blue that passes. Default: 0..255.", valueName: "range"))
  var blue: String = "0..255"

  @Option(
    help: ArgumentHelp("What happens outside: zero, grey or clear.", valueName: "name"),
    completion: .list(ChannelFilter.Outside.allCases.map(\.rawValue)))
  var outside: String = ChannelFilter.Outside.zero.rawValue

  var plan = Validated<PictureBatch>()

  func run() async throws { try await plan().run() }

  func makePlan() throws(UsageError) -> PictureBatch {
    let filter = try filterAsTyped()
    let words = "red \(red), green \(green), blue \(blue), outside \(outside)"
    let change = PictureChange(hues: nil) { _ in
      PictureChange.Prepared(words: words, keepsOpacity: filter.outside != .clear) {
        rows, _, images throws(ImageGeometryError) in
        var changed = try ImageBuffer(copying: rows)
        filter.apply(to: &changed)
        images = [changed]
      }
    }
    return PictureBatch(
      plan: try pictures.plan(format: standardOutput.format), suffixes: ["-filter"], change: change)
  }

  private func filterAsTyped() throws(UsageError) -> ChannelFilter {
    guard let known = ChannelFilter.Outside(rawValue: outside.lowercased()) else {
      throw UsageError(
        unknownChoice(
          outside, kind: "way for --outside",
          choices: ChannelFilter.Outside.allCases.map(\.rawValue)))
    }
    return ChannelFilter(
      red: try Self.range(red, option: "--red"), green: try Self.range(green, option: "--green"),
      blue: try Self.range(blue, option: "--blue"), outside: known)
  }

  /// Reads `100..255` or `100`.
  private static func range(
    _ text: String, option: String
  ) throws(UsageError) -> ClosedRange<UInt8> {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { UInt8($0) }
    guard numbers.count == parts.count, (1...2).contains(numbers.count),
      numbers[0] <= (numbers.last ?? 255)
    else {
      throw UsageError(
        "\(option) takes a range such as 100..255, or its lower end such as 100, within 0 to "
          + "255; '\(text)' is neither.")
    }
    return numbers.count == 2 ? numbers[0]...numbers[1] : numbers[0]...255
  }
}
