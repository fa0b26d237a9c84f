package import Files

extension ColorIndexStore {
  /// Of some files, those that the index does not know as they are now: new and changed ones.
  ///
  /// - Complexity: O(log *n*) for each file.
  /// - Throws: ``ColorIndexError``.
  package func changed(
    among entries: [FolderWalk.Entry]
  ) throws(ColorIndexError) -> [FolderWalk.Entry] {
    try read { connection throws(ColorIndexError) in
      var changed: [FolderWalk.Entry] = []
      for entry in entries {
        let known = try connection.integer(
          "SELECT 1 FROM file WHERE path = ? AND size = ? AND modified = ?",
          [.text(entry.path), .integer(entry.size), .integer(entry.modified)])
        if known == nil { changed.append(entry) }
      }
      return changed
    }
  }

  /// Adds records, or puts them in the place of those with the same paths, in one transaction.
  ///
  /// - Throws: ``ColorIndexError``; then none was added.
  package func add(_ records: [IndexRecord]) throws(ColorIndexError) {
    guard !records.isEmpty else { return }
    try write { connection throws(ColorIndexError) in
      for record in records {
        try connection.run(
          """
          INSERT INTO file (path, size, modified, width, height, palette, problem, tones)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (path) DO UPDATE SET
            size = excluded.size, modified = excluded.modified, width = excluded.width,
            height = excluded.height, palette = excluded.palette, problem = excluded.problem,
            tones = excluded.tones
          """,
          [.text(record.path), .integer(record.size), .integer(record.modified)]
            + Self.columns(of: record.content))
      }
    }
  }

  private static func columns(of content: IndexRecord.Content) -> [SQLiteValue] {
    switch content {
    case .picture(let width, let height, let palette, let tones):
      [
        .integer(Int64(width)), .integer(Int64(height)), .blob(palette.bytes), .null,
        tones.tones.isEmpty ? .null : .blob(tones.bytes),
      ]
    case .damaged(let problem): [.null, .null, .null, .text(problem), .null]
    case .other: [.null, .null, .null, .null, .null]
    }
  }

  /// Forgets the files that are no longer there.
  ///
  /// - Parameter isThere: asked for each path; files for which it says no are forgotten.
  /// - Returns: how many pictures were forgotten.
  /// - Throws: ``ColorIndexError``.
  package func removeMissing(_ isThere: (String) -> Bool) throws(ColorIndexError) -> Int {
    var last: Int64 = -1
    var removed = 0
    while true {
      let page = try page(after: last)
      guard let end = page.last else { return removed }
      last = end.id
      let missing = page.filter { !isThere($0.path) }
      guard !missing.isEmpty else { continue }
      try write { connection throws(ColorIndexError) in
        for file in missing {
          try connection.run("DELETE FROM file WHERE id = ?", [.integer(file.id)])
        }
      }
      removed += missing.count { $0.isPicture }
    }
  }

  /// The next few thousand files by id.
  private func page(
    after last: Int64
  ) throws(ColorIndexError) -> [(id: Int64, path: String, isPicture: Bool)] {
    try read { connection throws(ColorIndexError) in
      var page: [(id: Int64, path: String, isPicture: Bool)] = []
      try connection.run(
        "SELECT id, path, palette IS NOT NULL FROM file WHERE id > ? ORDER BY id LIMIT 4096",
        [.integer(last)]
      ) { row throws(ColorIndexError) in
        page.append((row.integer(at: 0) ?? 0, row.text(at: 1), row.integer(at: 2) == 1))
      }
      return page
    }
  }

  /// How many files of each kind there are.
  ///
  /// - Complexity: O(*n*) in files.
  /// - Throws: ``ColorIndexError``.
  package func summary() throws(ColorIndexError) -> IndexSummary {
    try read { connection throws(ColorIndexError) in
      var summary = IndexSummary()
      try connection.run(
        """
        SELECT COUNT(palette), COUNT(problem), COUNT(*),
          COUNT(CASE WHEN palette IS NULL AND problem IS NULL AND size = 0 THEN 1 END)
        FROM file
        """
      ) { row throws(ColorIndexError) in
        summary.pictures = Int(row.integer(at: 0) ?? 0)
        summary.damaged = Int(row.integer(at: 1) ?? 0)
        summary.empty = Int(row.integer(at: 3) ?? 0)
        summary.others = Int(row.integer(at: 2) ?? 0) - summary.pictures - summary.damaged
      }
      return summary
    }
  }

  /// The file of a picture as it was when it was read; `nil` where it is no longer there.
  ///
  /// Its time is -1 where that is not known.
  ///
  /// - Parameter picture: its number in the search table.
  /// - Returns: the file.
  /// - Complexity: O(log *n*).
  /// - Throws: ``ColorIndexError``.
  package func file(of picture: Int64) throws(ColorIndexError) -> FolderWalk.Entry? {
    try read { connection throws(ColorIndexError) in
      var entry: FolderWalk.Entry?
      try connection.run(
        "SELECT path, size, modified FROM file WHERE id = ? AND palette IS NOT NULL",
        [.integer(picture)]
      ) { row throws(ColorIndexError) in
        guard EnclosedFolder.holds(row.text(at: 0)) else { return }
        entry = FolderWalk.Entry(
          path: row.text(at: 0), size: row.integer(at: 1) ?? 0, modified: row.integer(at: 2) ?? -1)
      }
      return entry
    }
  }

  /// Pictures by their numbers in the search table; `nil` for those that are no longer there, and for
  /// those whose path leads out of the folder.
  ///
  /// - Parameter ids: the numbers.
  /// - Returns: as many as there are numbers, in their order.
  /// - Complexity: O(log *n*) for each number.
  /// - Throws: ``ColorIndexError``.
  package func pictures(_ ids: [Int64]) throws(ColorIndexError) -> [IndexedPicture?] {
    try read { connection throws(ColorIndexError) in
      var pictures: [IndexedPicture?] = []
      for id in ids {
        var picture: IndexedPicture?
        try connection.run(
          "SELECT path, width, height, palette, \(tonesColumn) FROM file "
            + "WHERE id = ? AND palette IS NOT NULL",
          [.integer(id)]
        ) { row throws(ColorIndexError) in
          guard let palette = row.withBlob(at: 3, { IndexedPalette(bytes: $0) }),
            let tones = row.withBlob(at: 4, { IndexedTones(bytes: $0) }),
            let width = row.integer(at: 1).flatMap(UInt32.init(exactly:)), width > 0,
            let height = row.integer(at: 2).flatMap(UInt32.init(exactly:)), height > 0,
            EnclosedFolder.holds(row.text(at: 0))
          else { return }
          picture = IndexedPicture(
            path: row.text(at: 0), width: Int(width), height: Int(height), palette: palette,
            tones: tones)
        }
        pictures.append(picture)
      }
      return pictures
    }
  }
}
