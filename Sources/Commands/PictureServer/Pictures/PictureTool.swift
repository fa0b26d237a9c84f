internal import Files

/// The command `showhide` as this server runs it: sandboxed and limited, on files that arrived.
package struct PictureTool: Sendable {
  /// Where it is.
  package let path: String
  /// Whether it gives up its rights before it reads a file.
  package let isSandboxed: Bool
  private let limits: [String]

  /// Names the command.
  ///
  /// - Parameters:
  ///   - path: the executable.
  ///   - isSandboxed: whether it gives up its rights before it reads a file.
  ///   - limits: what it may use.
  package init(path: String, isSandboxed: Bool, limits: ServerLimits) {
    self.path = path
    self.isSandboxed = isSandboxed
    self.limits = [
      "--max-pixels", "\(limits.megapixels)",
      "--max-file", "\(max(1, limits.fileBytes / 1_000_000))",
      "--max-memory", "\(limits.workerMegabytes)", "--max-seconds", "\(limits.decodingSeconds)",
    ]
  }

  private var options: [String] { limits + ["--quiet"] + (isSandboxed ? ["--sandbox"] : []) }

  /// The most bytes that an analysis writes: the small picture, as text, and the colours.
  private static let mostOutput = 32_000_000

  /// Starts the analysis of a file; it writes JSON lines.
  ///
  /// What is asked was checked.
  func analyse(
    _ file: SpooledFile, side: Int, _ wish: AnalysisRequest = AnalysisRequest()
  ) throws(RequestFailure) -> PictureWorker {
    file.rewind()
    return try PictureWorker(
      path, ["analyse", "-", "--side", "\(side)"] + wish.options + options, input: file.descriptor,
      readsErrors: false, limit: Self.mostOutput)
  }

  /// Starts to write the changed picture.
  ///
  /// The colour and the numbers were checked; the name is the server's own.
  func apply(
    _ effect: EffectRequest, to file: SpooledFile, output: String
  ) throws(RequestFailure) -> PictureWorker {
    file.rewind()
    return try PictureWorker(
      path, [effect.effect, "-", "-o", output] + effect.options + options, input: file.descriptor,
      readsErrors: true, limit: 65_536)
  }

  /// Starts to bring an index of a folder up to date.
  func index(_ folder: String, at index: String, nothing: Int32) throws(RequestFailure)
    -> PictureWorker
  {
    try PictureWorker(
      path, ["index", folder, "--index", index] + options, input: nothing, readsErrors: true,
      limit: 1 << 20)
  }
}

/// What an analysis leaves out, and what its colours are counted in, checked.
struct AnalysisRequest: Hashable, Sendable {
  /// The words of the command's `--without`, each once.
  let leftOut: [String]
  /// The gamut of the page's screen, if it is wide.
  let gamut: String?
  /// Whether bars at the edges count.
  let isWhole: Bool

  private static let words = ["white", "black", "grey", "background"]

  /// Everything, in sRGB.
  init() { (leftOut, gamut, isWhole) = ([], nil, false) }

  /// As options of the command.
  var options: [String] {
    (leftOut.isEmpty ? [] : ["--without", leftOut.joined(separator: ",")])
      + (gamut.map { ["--gamut", $0] } ?? []) + (isWhole ? ["--whole"] : [])
  }

  /// Reads a query.
  ///
  /// - Throws: ``RequestFailure`` for anything that the page does not send.
  init(query: String) throws(RequestFailure) {
    let parameters = try QueryParameters(query, names: ["without", "gamut", "whole"])
    let text = parameters["without"]
    let found = text.map { $0.split(separator: ",", omittingEmptySubsequences: false) } ?? []
    guard found.allSatisfy({ Self.words.contains(String($0)) }), Set(found).count == found.count
    else { throw RequestFailure(400, "'without' takes \(Self.words.joined(separator: ", ")).") }
    leftOut = found.map(String.init)
    gamut = parameters["gamut"]
    guard gamut == nil || gamut == "p3" else { throw RequestFailure(400, "'gamut' takes p3.") }
    isWhole = parameters["whole"] != nil
    guard parameters["whole"] ?? "1" == "1" else { throw RequestFailure(400, "'whole' takes 1.") }
  }
}

/// Which change of a picture was asked for, checked.
struct EffectRequest: Hashable, Sendable {
  /// `show` or `hide`.
  let effect: String
  /// The ending of the file that is wanted.
  let format: String
  /// The selection as options of the command.
  let options: [String]

  /// Reads a query.
  ///
  /// - Throws: ``RequestFailure`` for anything that the page does not send.
  init(query: String) throws(RequestFailure) {
    let query = try QueryParameters(
      query, names: ["effect", "hue", "tolerance", "feather", "format"])
    guard let effect = try query.word("effect", of: ["show", "hide"]),
      let format = try query.word("format", of: ["jpg", "png"])
    else { throw RequestFailure(400, "The effect or the format is missing.") }
    let hue = try query.number("hue", in: 0...359)
    let tolerance = try query.number("tolerance", in: 0...180) ?? 20
    let feather = try query.number("feather", in: 0...180) ?? 10
    self.effect = effect
    self.format = format
    options = [
      "--color", hue.map { "hue:\($0)" } ?? "auto", "--tolerance", "\(tolerance)", "--feather",
      "\(feather)",
    ]
  }

  /// The type of the file that is made.
  var type: String { format == "png" ? "image/png" : "image/jpeg" }
}
