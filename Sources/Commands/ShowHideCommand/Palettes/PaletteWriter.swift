/// A way of writing the palettes of files.
///
/// Sections come in the order of the inputs; what can be written at once is, so that millions of
/// files need no more memory than one.
protocol PaletteWriter {
  /// What comes before the first file.
  mutating func opening() -> [UInt8]
  /// What one file adds at once.
  mutating func section(_ entry: PaletteEntry) -> [UInt8]
  /// What a file that gave no palette adds at once.
  mutating func failure(_ path: String, _ message: String) -> [UInt8]
  /// What comes after the last file.
  ///
  /// - Throws: ``CommandFailure`` where the document cannot be made; then nothing is written.
  mutating func closing() throws(CommandFailure) -> [UInt8]
}

extension PaletteWriter {
  mutating func opening() -> [UInt8] { [] }
  mutating func failure(_ path: String, _ message: String) -> [UInt8] { [] }
  mutating func closing() throws(CommandFailure) -> [UInt8] { [] }
}
