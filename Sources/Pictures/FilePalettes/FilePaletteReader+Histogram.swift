public import DominantColor
public import ImageCodecs

/// The counted pixels of a picture file.
public struct FileHistogram: Hashable, Sendable {
  /// The pixels, every one of them.
  public let histogram: PaletteHistogram
  /// What the file says of its picture.
  public let header: ImageHeader
  /// Warnings about the file, which could still be decoded.
  public let warnings: [ImageWarning]
}

/// Why a file gave no histogram.
public enum FileHistogramError: Error, Hashable, Sendable {
  /// The file could not be decoded.
  case file(ImageCodecError)
  /// The question has no histogram.
  case histogram(HistogramError)
}

extension FileHistogramError: CustomStringConvertible {
  /// The cause's own sentence.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .histogram(let error): error.description
    }
  }
}

extension FilePaletteReader {
  /// Counts every pixel of a file, for corpora: histograms of the same question add up.
  ///
  /// - Throws: ``FileHistogramError``: what decoding throws, or that method `kmeans` has no
  ///   histogram.
  /// - Complexity: O(*n*) in pixels and bytes; for a progressive JPEG, times the scans read.
  public func histogram(
    of source: some ImageSource
  ) throws(FileHistogramError) -> FileHistogram {
    let builder: PaletteHistogramBuilder
    do throws(HistogramError) {
      builder = try PaletteHistogramBuilder(
        method: method, options: options, selection: selection)
    } catch {
      throw .histogram(error)
    }
    do throws(ImageCodecError) {
      var reader = try source.rows(decoder)
      let colors = Self.colors(of: reader)
      try readBands(of: &reader, colors) { builder.add($0) }
      return FileHistogram(
        histogram: builder.histogram(), header: reader.header,
        warnings: reader.warnings + colors.warnings + regionWarnings(reader.header))
    } catch {
      throw .file(error)
    }
  }
}
