internal import ArgumentParser
internal import CommandText
internal import FilePalettes
internal import Pixels
internal import Reporting
internal import ShowHide

/// `showhide show`: the selected colour stays.
struct ShowCommand: EffectCommand {
  static let effects: [Effect] = [.show]
  static let configuration = CommandConfiguration(
    commandName: "show", _superCommandName: "showhide",
    abstract: "Keep one colour of each picture and grey the rest.",
    discussion: """
      The colour is each picture's dominant hue unless --color names another; the result line says \
      how much of the picture it is. With --region that part alone is looked at, and nothing outside \
      of it is selected. Colours are judged as they are seen, by the colour \
      profile of the picture; that and the way it is turned are kept, and so is what the file says of \
      date, place and rights (--strip). A file appears whole or not at all, and replaces another only \
      with --force.

      EXAMPLES
        showhide show photo.jpg -o red-only.jpg
        showhide show photo.jpg -o out.png --color teal --tolerance 12 --feather 6
        showhide show photo.jpg -o accent.png --color accent
        showhide show logo.png -o brand.png --color brand
        showhide show product.jpg -o product.png --without background
        showhide show holiday/ --recursive -o out/ --color hue:210 --jobs 4
        showhide show photo.jpg -o rose.jpg --region 30%,40%,20%,25%
      """)

  @OptionGroup var pictures: PictureArguments
  @OptionGroup var standardOutput: StandardOutputArguments
  @OptionGroup var selection: SelectionArguments

  var plan = Validated<PictureBatch>()

  var format: String? { standardOutput.format }
}

/// `showhide hide`: the selected colour goes.
struct HideCommand: EffectCommand {
  static let effects: [Effect] = [.hide]
  static let configuration = CommandConfiguration(
    commandName: "hide", _superCommandName: "showhide",
    abstract: "Grey one colour of each picture and keep the rest.",
    discussion: """
      The colour is each picture's dominant hue unless --color names another; the result line says \
      how much of the picture it is. With --region that part alone is looked at, and nothing outside \
      of it is selected. Colours are judged as they are seen, by the colour \
      profile of the picture; that and the way it is turned are kept, and so is what the file says of \
      date, place and rights (--strip). A file appears whole or not at all, and replaces another only \
      with --force.

      EXAMPLES
        showhide hide photo.jpg -o muted.jpg
        showhide hide photo.jpg -o no-sky.png --color skyblue --tolerance 15
        showhide hide holiday/ -o out/ --quality 95
      """)

  @OptionGroup var pictures: PictureArguments
  @OptionGroup var standardOutput: StandardOutputArguments
  @OptionGroup var selection: SelectionArguments

  var plan = Validated<PictureBatch>()

  var format: String? { standardOutput.format }
}

/// `showhide both`: the pair.
struct BothCommand: EffectCommand {
  static let effects: [Effect] = [.show, .hide]
  static let configuration = CommandConfiguration(
    commandName: "both", _superCommandName: "showhide",
    abstract: "Write the pair: one colour kept, and the same colour greyed.",
    discussion: """
      -o out.jpg writes out-show.jpg and out-hide.jpg. The two are complements: with a hard edge, \
      what has colour in one is grey in the other.

      EXAMPLES
        showhide both photo.jpg -o photo.png
        showhide both holiday/ -o pairs/ --feather 10
      """)

  @OptionGroup var pictures: PictureArguments
  @OptionGroup var selection: SelectionArguments

  var plan = Validated<PictureBatch>()

  /// Two pictures cannot go to standard output.
  var format: String? { nil }
}

/// A command that changes the selected colours of pictures.
protocol EffectCommand: AsyncParsableCommand, PictureCommand {
  /// What is made of each picture.
  static var effects: [Effect] { get }
  var selection: SelectionArguments { get }
  /// The format of standard output, as it was typed.
  var format: String? { get }
}

extension EffectCommand {
  func run() async throws { try await plan().run() }

  func makePlan() throws(UsageError) -> PictureBatch {
    var change = PictureChange(Self.effects, selecting: try selection.request())
    if let region = selection.region { change.region = try PictureRegion(typed: region) }
    return PictureBatch(
      plan: try pictures.plan(format: format), suffixes: Self.effects.map { "-\($0.rawValue)" },
      change: change)
  }
}

extension PictureChange {
  /// Applies effects to the selected colours.
  init(_ effects: [Effect], selecting request: SelectionRequest) {
    self.init(
      hues: request.hues, wantsRoles: request.wantsRoles, wantsBrand: request.wantsBrand,
      leftOut: request.leftOut
    ) {
      look throws(MissingRole) in
      let answer = try request.answer(for: look)
      let seen = look.seen
      let kept = KeptWeights()
      func applying(
        _ selection: ColorSelection
      ) -> @Sendable (PixelView, Int, inout [ImageBuffer]) throws(ImageGeometryError) -> Void {
        { rows, threads, images throws(ImageGeometryError) in
          try effects.apply(
            to: rows, into: &images, selecting: selection, seen: seen, keeping: kept,
            threads: threads)
        }
      }
      return Prepared(
        words: answer.words, keepsOpacity: true,
        selection: answer.tellsShare ? nil : answer.selection.withHardHues, seen: seen,
        applyOutside: applying(.nothing), apply: applying(answer.selection))
    }
  }
}

extension [Effect] {
  /// Makes an image for each effect, in place of those that were made last where they fit.
  fileprivate func apply(
    to rows: PixelView, into images: inout [ImageBuffer], selecting selection: ColorSelection,
    seen: SeenColors?, keeping kept: KeptWeights, threads: Int
  ) throws(ImageGeometryError) {
    let fit = images.allSatisfy { $0.width == rows.width && $0.height == rows.height }
    if images.count != count || !fit {
      images = []
      for _ in self { images.append(try ImageBuffer(width: rows.width, height: rows.height)) }
    }
    for (index, effect) in enumerated() {
      effect.apply(
        to: rows, into: &images[index], selecting: selection, seen: seen, keeping: kept,
        threads: threads)
    }
  }
}
