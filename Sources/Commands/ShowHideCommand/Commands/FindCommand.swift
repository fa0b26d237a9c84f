internal import ArgumentParser
internal import ColorIndex
internal import CommandText
internal import FilePalettes
internal import Files
internal import ImageCodecs
internal import Pixels
internal import Reporting

/// `showhide find`: pictures by their colours.
struct FindCommand: AsyncParsableCommand, PlannedCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "find", _superCommandName: "showhide",
    abstract: "Find pictures by a colour, or those like a picture.",
    discussion: """
      Searches the folder, by default the current one, with the index that 'showhide index' made \
      there or in a folder around it. Distances are CIEDE2000 (ΔE00): about 1 is just visible side \
      by side. A picture is found by a colour when its pixels within that distance hold the share asked \
      for, by the groups of colours that the index keeps (measured on photos: 'make find-quality'); its \
      distance is that within which they do; its distance to another picture is the mean ΔE00 over which its palette would have \
      to be moved to become the other (earth mover's distance). The nearest come first.

      A plain word means all colours that people call so, by regions of OKLCH drawn around the names of the \
      xkcd colour survey: red, orange, yellow, green, teal, blue, purple, pink, brown, black, grey, white; \
      pastel, dark, light, vivid. With --within it is the one colour of that name. A picture is found when \
      its stored colours hold the share asked for; those with most come first.

      Formats: table for people; paths and json for programs; html, a page with the pictures; \
      sheet, a PNG of small pictures with their colours.

      EXAMPLES
        showhide find teal
        showhide find red holiday/ --share 30%
        showhide find --monochrome holiday/ --format paths
        showhide find '#c83c14' holiday/ --within 10 --share 20%
        showhide find --like photo.jpg holiday/ --format html -o like.html
        showhide find 'dusty rose' --format paths --null | xargs -0 cp -t roses/
      """)

  @Argument(
    help: ArgumentHelp(
      "A hex colour, a name (CSS or xkcd survey), a word for many colours, or a hue such as hue:210; none "
        + "with --like and --monochrome; then the folder.",
      valueName: "color-folder"), completion: .directory)
  var words: [String] = []

  @Option(
    help: ArgumentHelp("Find pictures whose colours are like this one's.", valueName: "file"),
    completion: .file())
  var like: String?

  @Flag(
    help: ArgumentHelp(
      "Find pictures without colours: black and white, with a slight cast too."))
  var monochrome = false

  @Option(
    help: ArgumentHelp(
      "The greatest distance ΔE00. Default: 10; with --like 20. Of hues, degrees: 20.",
      valueName: "distance"))
  var within: Double?

  @Option(
    help: ArgumentHelp(
      "The least share of the picture, such as 20%. Default: 5%; of pastel, dark, light and vivid 50%.",
      valueName: "percent"))
  var share: String?

  @Option(
    help: ArgumentHelp(
      "The most pictures. Default: all; with --like 20; of a sheet \(ContactSheet.mostPictures).",
      valueName: "count"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "table, paths, json, html or sheet. Default: html, json or sheet (.png) where the ending of -o "
        + "says so, or else table.", valueName: "format"),
    completion: .list(FoundFormat.allCases.map(\.rawValue)))
  var format: String?

  @Flag(name: [.customShort("0"), .long], help: "End each path with a zero byte (format paths).")
  var null = false

  @Option(
    help: ArgumentHelp(
      "The index, if it is not in the folder or one around it.", valueName: "file"),
    completion: .file())
  var index: String?

  @OptionGroup var file: ResultFileArguments
  @OptionGroup var running: RunningArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var sandboxedInputs: [String] {
    let folder = plan().folder
    let place = try? IndexPlace(searching: folder, index: index)
    return [folder, like, place?.path].compactMap { $0 }
  }
  func outputFolders() -> [String] { file.folders }

  var plan = Validated<FindPlan>()

  func makePlan() throws(UsageError) -> FindPlan {
    let format = try FoundFormat(named: format, output: file.output)
    if format == .sheet, file.output == nil, Terminal(descriptor: 1).isTerminal {
      throw UsageError("A sheet is not text. Name a file with -o, or redirect the output.")
    }
    if null, format != .paths {
      throw UsageError("--null ends paths; use it with --format paths.")
    }
    if let limit, limit < 1 { throw UsageError("--limit takes 1 or more, not \(limit).") }
    var words = words[...]
    let target = try target(&words)
    guard words.count <= 1 else {
      throw UsageError("Name one folder, not \(words.count).")
    }
    let most = format == .sheet ? ContactSheet.mostPictures : Int.max
    return FindPlan(
      folder: words.first ?? ".",
      target: target, limit: min(limit ?? (like == nil ? most : 20), most), format: format,
      request: try PaletteRequest(
        method: "histogram", count: .most(IndexedPalette.mostSwatches),
        decoder: try limits.decoder(),
        isExact: false))
  }

  /// What is looked for; takes the colour off the words.
  private func target(_ words: inout ArraySlice<String>) throws(UsageError) -> FindTarget {
    if like != nil, monochrome {
      throw UsageError("--like and --monochrome are two searches: leave one out.")
    }
    if let like {
      if share != nil {
        throw UsageError("--share is for a search by colour; --like compares whole palettes.")
      }
      return try FindTarget(like: like, within: within)
    }
    if monochrome {
      if share != nil || within != nil {
        throw UsageError("--monochrome takes whole pictures: leave out --share and --within.")
      }
      return .monochrome
    }
    guard let word = words.popFirst() else {
      throw UsageError(
        "Name a colour, such as red, 'dusty rose' or '#c83c14', or a picture with --like.")
    }
    return try FindTarget(word: word, within: within, share: share)
  }

  func run() async throws {
    let plan = plan()
    do {
      let files = OutputFiles(replacesExisting: file.force)
      if let output = file.output { try files.checkIsFree(output) }
      let found = try await FindRun(plan: plan, index: index).run()
      if found.isEmpty, !running.quiet {
        writeMessage(plan.target.hasDistance ? "No picture is near enough." : "No picture matches.")
      }
      let bytes = try document(found, plan)
      guard let output = file.output else { return StandardOutput.write(bytes) }
      try files.write(bytes, to: output)
    } catch let failure as CommandFailure {
      writeMessage("Error: \(failure.message)")
      throw failure.exitCode
    }
  }

  private func document(
    _ found: [FoundPicture], _ plan: FindPlan
  ) throws(CommandFailure) -> [UInt8] {
    let query =
      switch plan.target {
      case .like(let path, _): "Pictures like \(PathText.printable(path))"
      case .monochrome: "Monochrome pictures"
      case .color, .range: "Pictures with \(words[0])"
      }
    let text = FoundText(query: query, pictures: found)
    switch plan.format {
    case .paths: return text.paths(separator: null ? 0 : 0x0A)
    case .table: return found.isEmpty ? [] : Array(text.table(on: Terminal(descriptor: 1)).utf8)
    case .json: return Array(text.json.utf8)
    case .html: return Array(FoundPage(query: query, pictures: found).html.utf8)
    case .sheet: return try sheet(found, plan)
    }
  }

  private func sheet(
    _ found: [FoundPicture], _ plan: FindPlan
  ) throws(CommandFailure) -> [UInt8] {
    var sheet = try ContactSheet(count: found.count)
    let folder = try EnclosedFolder.opening(plan.folder)
    let batch = Batch(jobs: 1, isQuiet: running.quiet)
    for picture in found {
      var small: ImageBuffer?
      do {
        small = try Thumbnail.read(
          ImageFile(opening: picture.inside, in: folder), side: ContactSheet.cell,
          decoder: plan.request.reader.decoder)
      } catch let error as ImageCodecError {
        batch.warn(picture.path, error.description)
      } catch {
        batch.warn(picture.path, "it cannot be read any more.")
      }
      sheet.add(small, picture.picture.palette, matched: picture.matched)
    }
    return try sheet.png()
  }
}
