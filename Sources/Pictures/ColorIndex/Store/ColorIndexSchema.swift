/// The tables of an index.
enum ColorIndexSchema {
  /// Marks the file as ours for `file` and for other programs: "swdi" in ASCII.
  static let applicationID: Int64 = 0x7377_6469
  /// The version of the tables.
  static let version: Int64 = 1

  /// Makes the tables in an empty database.
  ///
  /// A file is a picture (with a palette), a picture that could not be read (with a problem), or
  /// neither. A part of the search table holds the palettes of 65,536 ids; it is deleted together
  /// with every change of one of them, so that one that is there is always current.
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
      problem TEXT
    ) STRICT;
    CREATE TABLE searchPart (
      number INTEGER PRIMARY KEY,
      data BLOB NOT NULL
    ) STRICT;
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """
}
