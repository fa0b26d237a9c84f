internal import ArgumentParser
internal import CommandText
internal import Pixels
internal import ShowHide

/// `showhide show`: the selected colour stays.
struct ShowCommand: AsyncParsableCommand, PictureCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Keep one colour of each picture and grey the rest.",
    discussion: """
      The colour is each picture's dominant hue unless --color names another. The way the \
      picture is turned and its colour profile are kept. A file appears whole or not at all, and \
      replaces another only with --force.

      EXAMPLES
        showhide show photo.jpg -o red-only.jpg
        showhide show photo.jpg -o out.png --color teal --tolerance 12 --feather 6
        showhide show 'holiday/*.jpg' -o out/ --color hue:210 --jobs 4
      """)

  @OptionGroup var pictures: PictureArguments
  @OptionGroup var selection: SelectionArguments

  private var batch = WorkedOut<PictureBatch>()

  mutating func validate() throws {
    batch.keep(try checkingUsage { try effectBatch([.show], pictures, selection) })
  }

  func run() async throws { try await batch().run() }
}

/// `showhide hide`: the selected colour goes.
struct HideCommand: AsyncParsableCommand, PictureCommand {
  static let configuration = CommandConfiguration(
    commandName: "hide",
    abstract: "Grey one colour of each picture and keep the rest.",
    discussion: """
      The colour is each picture's dominant hue unless --color names another. The way the \
      picture is turned and its colour profile are kept. A file appears whole or not at all, and \
      replaces another only with --force.

      EXAMPLES
        showhide hide photo.jpg -o muted.jpg
        showhide hide photo.jpg -o no-sky.png --color skyblue --tolerance 15
        showhide hide holiday/ -o out/ --quality 95
      """)

  @OptionGroup var pictures: PictureArguments
  @OptionGroup var selection: SelectionArguments

  private var batch = WorkedOut<PictureBatch>()

  mutating func validate() throws {
    batch.keep(try checkingUsage { try effectBatch([.hide], pictures, selection) })
  }

  func run() async throws { try await batch().run() }
}

/// `showhide both`: the pair.
struct BothCommand: AsyncParsableCommand, PictureCommand {
  static let configuration = CommandConfiguration(
    commandName: "both",
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

  private var batch = WorkedOut<PictureBatch>()

  mutating func validate() throws {
    batch.keep(try checkingUsage { try effectBatch([.show, .hide], pictures, selection) })
  }

  func run() async throws { try await batch().run() }
}

/// The work of a command: which effects, on which pictures, selecting what.
private func effectBatch(
  _ effects: [Effect], _ pictures: PictureArguments, _ selection: SelectionArguments
) throws(UsageError) -> PictureBatch {
  let request = try selection.request()
  let change = PictureChange(hues: request.hues) { hues in
    let answer = request.answer(for: hues)
    return PictureChange.Prepared(words: answer.words, keepsOpacity: true) {
      rows, threads throws(ImageGeometryError) in
      var images: [ImageBuffer] = []
      for effect in effects {
        images.append(
          try effect.applied(to: rows, selecting: answer.selection, threads: threads))
      }
      return images
    }
  }
  return PictureBatch(
    plan: try pictures.plan(), suffixes: effects.map { "-\($0.rawValue)" }, change: change)
}
