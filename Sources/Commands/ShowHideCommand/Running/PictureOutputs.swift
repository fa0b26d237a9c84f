internal import ArgumentParser
internal import ImageCodecs
internal import Pixels

/// The files that are made of one picture, written as its rows come; each appears whole or not at
/// all.
actor PictureOutputs {
  /// A file in the making.
  private struct Output {
    let plan: PictureWriter.Plan
    let target: PictureTarget
    let writer: ImageRowWriter
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
  ///   - change: what is done with the rows.
  ///   - part: the part of the picture, as it is stored, that is changed; `nil` for all of it.
  ///   - threads: how many threads may work on them.
  /// - Throws: ``CommandFailure`` that names the file.
  init(
    _ plans: [PictureWriter.Plan], change: PictureChange.Prepared, part: PicturePart? = nil,
    threads: Int
  ) throws(CommandFailure) {
    var outputs: [Output] = []
    for plan in plans {
      let writer = try encoding(plan.path) { () throws(ImageCodecError) in
        try ImageRowWriter(
          plan.format, width: plan.width, height: plan.height, isOpaque: plan.isOpaque,
          encoding: plan.encoding)
      }
      let target = try PictureTarget(plan.path, replacingExisting: plan.replacesExisting)
      outputs.append(Output(plan: plan, target: target, writer: writer))
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

  /// The share of the picture, or of its part, that is selected; `nil` where nobody asked.
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
      let path = output.plan.path
      let upright: ImageBuffer
      do {
        upright = try output.plan.turn.upright(image)
      } catch {
        throw .noMemory(path, error.description)
      }
      let bytes = try encoding(path) { () throws(ImageCodecError) in
        try upright.withPixels { view throws(ImageCodecError) in
          try output.writer.write(view, threads: threads)
        }
      }
      try output.target.append(bytes)
    }
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
  /// - Throws: ``CommandFailure`` that names the file.
  func finish() throws(CommandFailure) {
    for output in outputs {
      let bytes = try encoding(output.plan.path) { () throws(ImageCodecError) in
        try output.writer.finish()
      }
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
