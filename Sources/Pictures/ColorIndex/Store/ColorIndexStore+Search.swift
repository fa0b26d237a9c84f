extension ColorIndexStore {
  /// The palettes of all pictures, or of those in one of the folders below, for searches by picture.
  ///
  /// - Parameter folder: the path from the index's folder; "" for all.
  /// - Returns: the table; its pictures are numbers for ``pictures(_:)``.
  /// - Complexity: O(*n*) in pictures.
  /// - Throws: ``ColorIndexError``.
  package func searchTable(inFolder folder: String = "") throws(ColorIndexError) -> PackedPalettes {
    var table = PackedPalettes()
    try forEachPicture(inFolder: folder, columns: "palette") { id, row in
      if let palette = row.withBlob(at: 1, { IndexedPalette(bytes: $0) }) {
        table.append(palette, of: id)
      }
    }
    return table
  }

  /// The tones of all pictures, or of those in one of the folders below, for searches by colour.
  ///
  /// - Parameter folder: the path from the index's folder; "" for all.
  /// - Returns: the table; its pictures are numbers for ``pictures(_:)``.
  /// - Complexity: O(*n*) in pictures.
  /// - Throws: ``ColorIndexError``.
  package func toneTable(inFolder folder: String = "") throws(ColorIndexError) -> PackedTones {
    var table = PackedTones()
    try forEachPicture(inFolder: folder, columns: "palette, \(tonesColumn)") { id, row in
      guard let tones = row.withBlob(at: 2, { IndexedTones(bytes: $0) }) else { return }
      table.append(tones, of: id) { row.withBlob(at: 1) { IndexedPalette(bytes: $0) } }
    }
    return table
  }

  /// The column with tones; none in a file of an older version, which had none or kept them in another way.
  var tonesColumn: String { isOld && isReadOnly ? "NULL" : "tones" }

  private func forEachPicture(
    inFolder folder: String, columns: String, _ body: (Int64, SQLiteRow) -> Void
  ) throws(ColorIndexError) {
    // "0" is the character after "/".
    let condition = folder.isEmpty ? "" : "path > ? AND path < ? AND "
    let values: [SQLiteValue] = folder.isEmpty ? [] : [.text(folder + "/"), .text(folder + "0")]
    try read { connection throws(ColorIndexError) in
      try connection.run(
        "SELECT id, \(columns) FROM file WHERE \(condition)palette IS NOT NULL ORDER BY id", values
      ) { row throws(ColorIndexError) in
        body(row.integer(at: 0) ?? 0, row)
      }
    }
  }
}
