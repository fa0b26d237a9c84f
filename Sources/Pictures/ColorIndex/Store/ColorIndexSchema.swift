/// The tables of an index.
enum ColorIndexSchema {
  /// Marks the file as ours for `file` and for other programs: "swdi" in ASCII.
  static let applicationID: Int64 = 0x7377_6469
  /// The version of the tables.
  static let version: Int64 = 3

  /// Makes the tables in an empty database.
  ///
  /// A file is a picture (with a palette), a picture that could not be read (with a problem), or
  /// neither. A picture of few colours has no tones.
  static let tables = """
    CREATE TABLE origin (
      folder TEXT NOT NULL
    ) STRICT;
    CREATE TABLE file (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      width INTEGER,
      height INTEGER,
      palette BLOB,
      problem TEXT,
      tones BLOB
    ) STRICT;
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """

  /// Brings the tables of an older version up to date.
  ///
  /// Those of version 1 had no tones, those of version 2 fewer, kept in another way. Their pictures count
  /// as changed, so that they are read again; until then they are found by their palettes.
  ///
  /// - Parameter version: the version, below ``version``.
  /// - Returns: the statements that do so.
  static func update(from version: Int64) -> String {
    let older = "ALTER TABLE file ADD COLUMN tones BLOB; DROP TABLE searchPart;"
    return """
      \(version < 2 ? older : "")
      UPDATE file SET modified = -1, tones = NULL WHERE palette IS NOT NULL;
      PRAGMA user_version = \(self.version);
      """
  }
}
