/// Why a history could not be opened, read or written.
///
/// In every case the file is as it was before.
package struct HistoryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  package enum Kind: String, Equatable, Sendable {
    /// The file or its folder is not there.
    case notFound
    /// The file or its folder may not be written.
    case readOnly
    /// The file is not an SQLite database.
    case notADatabase
    /// The file is a database of another program.
    case notAHistory
    /// The file is a history whose pages contradict each other.
    case damaged
    /// A newer version of this program has changed the file's tables.
    case newerSchema
    /// There is no room left on the disk.
    case diskFull
    /// Another process kept the file locked for longer than the time allowed.
    case busy
    /// The history has no series of this name.
    case unknownSeries
    /// What was asked for is not in the history, or contradicts it.
    case invalidRequest
    /// Anything else that SQLite reports.
    case failed
  }

  /// What kind of failure it is.
  package let kind: Kind
  /// What happened and what to do, in one or two sentences.
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
