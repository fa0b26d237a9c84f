internal import TimingHistory

/// Why a history on a server could not be used.
///
/// Nothing that was measured is lost by any of them: it is in the machine's own file first.
package struct FleetError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  package enum Kind: String, Equatable, Sendable {
    /// libpq, the client library of PostgreSQL, is not installed.
    case notInstalled
    /// The address is not one, or holds a password.
    case badAddress
    /// There is no server at the address, or it refuses connections.
    case unreachable
    /// The server or the network said nothing for too long.
    case stalled
    /// The server does not know the role, or not its password.
    case refused
    /// The server's certificate is not the one of a server that is trusted here.
    case untrusted
    /// The role may not do this.
    case noRight
    /// The database has no history yet.
    case notPrepared
    /// A newer version of this program has changed the tables.
    case newerSchema
    /// The server's disk is full.
    case diskFull
    /// The server or the network went away in the middle.
    case connectionLost
    /// Another transaction was in the way; the same can be tried again.
    case conflict
    /// What is to be added contradicts what is there.
    case contradiction
    /// The server's content is not what this program writes.
    case damaged
    /// The class that was asked for has no runs.
    case unknownClass
    /// The file on this machine could not be used.
    case localFile
    /// Anything else.
    case failed
  }

  /// What kind of failure it is.
  package let kind: Kind
  /// What happened and what to do, in one or more sentences, without secrets.
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The message.
  package var description: String { message }
}

/// Uses the file on this machine; its errors are reported as errors of the local file.
func local<Value>(
  _ work: () throws(HistoryError) -> Value
) throws(FleetError) -> Value {
  do { return try work() } catch { throw FleetError(.localFile, error.message) }
}
