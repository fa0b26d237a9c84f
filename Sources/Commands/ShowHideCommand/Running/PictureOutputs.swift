internal import ArgumentParser
internal import CommandText
internal import Files
internal import ImageCodecs
internal import Pixels

/// The files that are made of one picture, written as its rows come; each appears whole or not at
/// all.
actor PictureOutputs {
  /// A file in the making.
  private struct Output {
    let plan: SavingOptions.Plan
    let target: PictureTarget
    let writer: ImageRowWriter
    /// Where rows wait that come one after the other and are turned; `nil` where none have to.
    let turned: TurnedRows?
  }

  private let outputs: [Output]
  private let change: PictureChange.Prepared
  private let threads: Int
  /// What was made of the rows, an image for each file; the next ones take over its memory.
  private var changed: [ImageBuffer] = []
  /// The part that is changed; `nil` for all of the picture.
  private let part: PicturePart?
  /// Which row of the picture comes next.
  private var nextRow = 0
  private var counted: SelectedShare?

  /// Begins the files.
  ///
  /// - Parameters:
  ///   - plans: what to write, one for each image that the change makes.
  ///   - files: where they go.
  ///   - change: what is done with the rows.
  ///   - waiting: of each file that is turned where its rows wait; none where the whole picture comes at once.
  ///   - part: the part of the picture, as it is stored, that is changed; `nil` for all of it.
  ///   - threads: how many threads may work on them.
  /// - Throws: ``CommandFailure`` that names the file.
  init(
    _ plans: [SavingOptions.Plan], in files: OutputFiles, change: PictureChange.Prepared,
    waiting: [String: UnnamedFile] = [:], part: PicturePart? = nil, threads: Int
  ) throws(CommandFailure) {
    var outputs: [Output] = []
    for plan in plans {
      let writer = try encoding(plan.path) { () throws(ImageCodecError) in
        try ImageRowWriter(
          plan.format, width: plan.width, height: plan.height, isOpaque: plan.isOpaque,
          encoding: plan.encoding)
      }
      let target = try PictureTarget(plan.path, files)
      let stored = plan.turn.swapsSides ? plan.height : plan.width
      let turned = waiting[plan.path].map { TurnedRows(in: $0, turn: plan.turn, width: stored) }
      outputs.append(Output(plan: plan, target: target, writer: writer, turned: turned))
    }
    self.outputs = outputs
    self.change = change
    self.threads = threads
    self.part = part
    counted = change.selection.flatMap { selection in
      plans.first.map { plan in
        let pixels = part.map { $0.columns.count * $0.rows.count } ?? plan.width * plan.height
        return SelectedShare(selection, seen: change.seen, pixelCount: pixels)
      }
    }
  }

  /// The share of the picture, or of its part, that is selected; `nil` where it was not asked for.
  var selectedShare: Double? { counted?.share }

  /// Changes the next rows and writes them.
  ///
  /// - Throws: ``CommandFailure`` that names the file.
  func write(_ rows: ImageBuffer) throws(CommandFailure) {
    do {
      try rows.withPixels { view throws(ImageGeometryError) in
        try apply(to: view)
      }
    } catch {
      throw .noMemory(outputs.first?.plan.path ?? "", error.description)
    }
    for (image, output) in zip(changed, outputs) {
      if let turned = output.turned {
        try turned.append(image)
        continue
      }
      let upright: ImageBuffer
      do {
        upright = try output.plan.turn.upright(image)
      } catch {
        throw .noMemory(output.plan.path, error.description)
      }
      try encode(upright, output)
    }
  }

  /// Writes rows as they are in the file.
  private func encode(_ rows: ImageBuffer, _ output: Output) throws(CommandFailure) {
    let bytes = try encoding(output.plan.path) { () throws(ImageCodecError) in
      try rows.withPixels { view throws(ImageCodecError) in
        try output.writer.write(view, threads: threads)
      }
    }
    try output.target.append(bytes)
  }

  private func apply(to rows: PixelView) throws(ImageGeometryError) {
    defer { nextRow += rows.height }
    guard let part, let applyOutside = change.applyOutside else {
      counted?.add(rows)
      return try change.apply(rows, threads, &changed)
    }
    try applyOutside(rows, threads, &changed)
    guard let inside = part.inside(rows, firstRow: nextRow) else { return }
    counted?.add(inside.pixels)
    var images: [ImageBuffer] = []
    try change.apply(inside.pixels, threads, &images)
    for (index, image) in images.enumerated() {
      part.paste(image, into: &changed[index], firstRow: inside.firstRow)
    }
  }

  /// Ends the files, once all rows are written, and gives them their names.
  ///
  /// - Parameter pixels: about how many are turned at a time, of those whose rows waited.
  /// - Throws: ``CommandFailure`` that names the file.
  func finish(pixels: Int = .max) throws(CommandFailure) {
    // Encoders that take a picture whole begin now.
    changed = []
    for output in outputs {
      try output.turned?.forEachBand(pixels: pixels, output.plan.path) {
        rows throws(CommandFailure) in
        if Interruption.isRequested { throw .stopped }
        try encode(rows, output)
      }
      let ending = FileEnding(of: output.writer)
      guard let last = ending.wait(unless: { Interruption.isRequested }) else { throw .stopped }
      let bytes = try encoding(output.plan.path) { () throws(ImageCodecError) in try last.get() }
      try output.target.append(bytes)
    }
    for output in outputs { try output.target.commit() }
  }
}

/// Names the file whose encoder failed.
private func encoding<Result>(
  _ path: String, _ body: () throws(ImageCodecError) -> Result
) throws(CommandFailure) -> Result {
  do {
    return try body()
  } catch {
    throw .unencodable(error, path: path)
  }
}
