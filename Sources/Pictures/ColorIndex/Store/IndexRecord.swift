package import Files

/// What an index keeps of a file.
package struct IndexRecord: Hashable, Sendable {
  /// The path from the index's folder.
  package let path: String
  /// Bytes.
  package let size: Int64
  /// When the file was last changed, in nanoseconds since 1970; -1 where that says too little, so
  /// that the file is read again next time.
  package let modified: Int64
  /// What is in it.
  package let content: Content

  /// What is in a file.
  package enum Content: Hashable, Sendable {
    /// A picture, its width and height turned upright, and its colours: the main ones, and all of them
    /// in groups unless the main ones are all there are.
    case picture(
      width: Int, height: Int, palette: IndexedPalette, tones: IndexedTones = IndexedTones())
    /// A picture that could not be read, and why, in a sentence.
    case damaged(String)
    /// Something else.
    case other
  }

  /// Makes a record.
  ///
  /// A file that was changed less than two seconds before it was read may be changed again without
  /// a new time, for clocks of file systems are coarse: it counts as changed next time.
  ///
  /// - Parameters:
  ///   - entry: the file, as it was found before it was read.
  ///   - content: what is in it.
  ///   - readAt: when reading began, in nanoseconds since 1970.
  package init(_ entry: FolderWalk.Entry, _ content: Content, readAt: Int64) {
    path = entry.path
    size = entry.size
    modified = entry.modified <= readAt - 2_000_000_000 ? entry.modified : -1
    self.content = content
  }
}

/// A picture in an index.
package struct IndexedPicture: Hashable, Sendable {
  /// The path from the index's folder.
  package let path: String
  /// Pixels a row of the picture turned upright.
  package let width: Int
  /// Rows of the picture turned upright.
  package let height: Int
  /// The colours.
  package let palette: IndexedPalette
  /// All colours in groups; none for a picture of few.
  package let tones: IndexedTones

  package init(
    path: String, width: Int, height: Int, palette: IndexedPalette,
    tones: IndexedTones = IndexedTones()
  ) {
    self.path = path
    self.width = width
    self.height = height
    self.palette = palette
    self.tones = tones
  }
}

/// How many files of each kind an index knows.
package struct IndexSummary: Hashable, Sendable {
  /// Pictures with their colours.
  package var pictures = 0
  /// Pictures that could not be read.
  package var damaged = 0
  /// Other files.
  package var others = 0
  /// Those of the others that are empty.
  package var empty = 0
}
