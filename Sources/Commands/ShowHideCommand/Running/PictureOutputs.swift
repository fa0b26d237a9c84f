internal import ArgumentParser
internal import Files
internal import ImageCodecs
internal import Pixels

/// The files that are made of one picture, written as its rows come; each appears whole or not at
/// all.
actor PictureOutputs {
  /// A file in the making.
  private struct Output {
    let plan: PictureWriter.Plan
    let file: WholeFile
    let writer: ImageRowWriter
  }

  private let outputs: [Output]
  private let change: PictureChange.Prepared
  private let threads: Int
  /// What was made of the rows, an image for each file; the next ones take over its memory.
  private var changed: [ImageBuffer] = []

  /// Begins the files.
  ///
  /// - Parameters:
  ///   - plans: what to write, one for each image that the change makes.
  ///   - change: what is done with the rows.
  ///   - threads: how many threads may work on them.
  /// - Throws: ``CommandFailure`` that names the file.
  init(
    _ plans: [PictureWriter.Plan], change: PictureChange.Prepared, threads: Int
  ) throws(CommandFailure) {
    var outputs: [Output] = []
    for plan in plans {
      let writer = try encoding(plan.path) { () throws(ImageCodecError) in
        try ImageRowWriter(
          plan.format, width: plan.width, height: plan.height, isOpaque: plan.isOpaque,
          encoding: plan.encoding)
      }
      let file = try PictureWriter(replacesExisting: plan.replacesExisting).begin(plan.path)
      outputs.append(Output(plan: plan, file: file, writer: writer))
    }
    self.outputs = outputs
    self.change = change
    self.threads = threads
  }

  /// Changes the next rows and writes them.
  ///
  /// - Throws: ``CommandFailure`` that names the file.
  func write(_ rows: ImageBuffer) throws(CommandFailure) {
    do {
      try rows.withPixels { view throws(ImageGeometryError) in
        try change.apply(view, threads, &changed)
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
      try append(bytes, to: output)
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
      try append(bytes, to: output)
    }
    for output in outputs {
      do {
        try output.file.commit()
      } catch {
        throw .unwritable(error)
      }
    }
  }

  private func append(_ bytes: [UInt8], to output: Output) throws(CommandFailure) {
    do {
      try output.file.append(bytes)
    } catch {
      throw .unwritable(error)
    }
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
