internal import Foundation

/// A PostgreSQL server of a test's own: in a temporary folder, on a Unix socket, without a network.
///
/// It ends with the tests, however they end: a shell waits for its standard input to close, then
/// stops the server and removes the folder. As root the server runs as another user, as it must.
package final class PostgresServer: Sendable {
  /// Why there is no server.
  package struct NotStarted: Error {
    /// What a program said.
    package let reason: String
  }

  /// The newest installed server's programs; nil where there are none.
  package static let programs: String? = {
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let installed = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
      .map { "/usr/lib/postgresql/\($0)/bin" }
    let others = [
      "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/usr/local/opt/postgresql/bin",
    ]
    return (installed + others).first {
      FileManager.default.isExecutableFile(atPath: "\($0)/initdb")
    }
  }()

  /// Why tests that need a server are skipped where there is none.
  package static let whyNot = "PostgreSQL is not installed here: apt-get install postgresql"

  /// One server for all tests that do not stop it.
  package static let shared = Result { try PostgresServer() }

  /// Where its files and its socket are.
  package let folder: String
  /// The port on 127.0.0.1 of a server with TLS; nil for one without a network.
  package let port: Int?
  private let keeper: Process
  private let keptOpen: Pipe

  /// Makes and starts a server.
  ///
  /// - Parameter hasTLS: Whether it listens on 127.0.0.1 too, with TLS only, a certificate for
  ///   localhost (`server.crt`; `other.crt` is a stranger's) and a password for each role.
  /// - Throws: ``NotStarted``, or what keeps a program from starting.
  package init(hasTLS: Bool = false) throws {
    guard let programs = Self.programs else { throw NotStarted(reason: "not installed") }
    // Short, because the path of a Unix socket has at most 107 bytes.
    folder = "/tmp/fleet-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    keeper = Process()
    keptOpen = Pipe()
    let output = Pipe()
    keeper.executableURL = URL(filePath: "/bin/sh")
    keeper.arguments = ["-c", Self.script, "sh", folder, programs, hasTLS ? "tls" : ""]
    keeper.standardInput = keptOpen
    keeper.standardOutput = output
    try keeper.run()
    try output.fileHandleForWriting.close()
    let line = String(
      decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard line.hasPrefix("ready") else {
      let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
      throw NotStarted(reason: line + log)
    }
    port = Int(line.dropFirst("ready".count).trimmingCharacters(in: .whitespacesAndNewlines))
  }

  deinit {
    try? keptOpen.fileHandleForWriting.close()
    keeper.waitUntilExit()
  }

  /// Starts the server, says so, starts it again when it is told to, and ends with its input.
  private static let script = """
    folder=$1 programs=$2 tls=$3 port=
    as=
    listen="-c listen_addresses=''"
    if [ "$(id -u)" = 0 ]; then
      user=nobody
      id postgres >/dev/null 2>&1 && user=postgres
      chown "$user" "$folder"
      as="setpriv --reuid=$user --regid=$(id -g "$user") --clear-groups"
    fi
    cd "$folder"
    $as "$programs/initdb" -D data -U owner -A trust -E UTF8 --no-locale --no-sync >log 2>&1 ||
      { echo failed; exit 1; }
    if [ -n "$tls" ]; then
      for name in server other; do
        $as openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \\
          -addext subjectAltName=DNS:localhost -keyout "$name.key" -out "$name.crt" \\
          >>log 2>&1 || { echo failed; exit 1; }
      done
      $as chmod 600 server.key
      $as sh -c 'printf "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n" \\
        >data/pg_hba.conf'
      listen="-c listen_addresses=127.0.0.1 -c ssl=on \\
        -c ssl_cert_file=$folder/server.crt -c ssl_key_file=$folder/server.key"
    fi
    start() {
      $as "$programs/pg_ctl" -D data -w -t 60 -l server.log -o \\
        "$listen ${port:+-c port=$port} -c unix_socket_directories='$folder' -c fsync=off \\
         -c max_connections=60 -c log_min_messages=warning" start >>log 2>&1
    }
    if [ -n "$tls" ]; then
      for attempt in 1 2 3 4 5 6 7 8 9; do
        port=$((20000 + ($$ * 7 + attempt * 1009) % 40000))
        start && break
        [ "$attempt" -lt 9 ] || { echo failed; exit 1; }
      done
    else
      start || { echo failed; exit 1; }
    fi
    echo "ready $port"
    exec >&-
    while read -r word; do
      case $word in
        # What a crash left still holds the memory for a moment.
        start) until start; do sleep 0.1; done; : >started ;;
      esac
    done
    $as "$programs/pg_ctl" -D data -m immediate stop >>log 2>&1
    rm -rf "$folder"
    """

  /// The number of the server's main process.
  package var processID: Int32? {
    let text = try? String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
    return text?.split(separator: "\n").first.flatMap { Int32($0) }
  }

  /// The address of a database.
  package func uri(_ database: String, role: String = "owner", more: String = "") -> String {
    "postgresql://\(role)@/\(database)?host=\(folder)\(port.map { "&port=\($0)" } ?? "")\(more)"
  }

  /// Runs SQL with psql and returns what it prints; throws with its words when it fails.
  @discardableResult
  package func sql(
    _ statements: String, in database: String = "postgres", role: String = "owner"
  ) throws -> String {
    let psql = Process()
    psql.executableURL = URL(filePath: "\(Self.programs ?? "")/psql")
    psql.arguments = ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", uri(database, role: role)]
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    (psql.standardInput, psql.standardOutput, psql.standardError) = (input, output, errors)
    try psql.run()
    try input.fileHandleForWriting.write(contentsOf: Data(statements.utf8))
    try input.fileHandleForWriting.close()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let words = errors.fileHandleForReading.readDataToEndOfFile()
    psql.waitUntilExit()
    guard psql.terminationStatus == 0 else {
      throw NotStarted(reason: String(decoding: words, as: UTF8.self))
    }
    return String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Makes an empty database of a new name.
  package func database() throws -> String {
    let name = "d" + UUID().uuidString.lowercased().filter { $0 != "-" }
    try sql("CREATE DATABASE \(name)")
    return name
  }

  /// Ends the server as a crash of its machine does: kill -9 of its main process and of all those
  /// that serve connections, which would go on for a moment without it.
  package func crash() throws {
    guard let processID else { throw NotStarted(reason: "it is not running") }
    let listed = try? String(
      contentsOfFile: "/proc/\(processID)/task/\(processID)/children", encoding: .utf8)
    kill(processID, SIGKILL)
    for child in (listed ?? "").split(separator: " ") { _ = pid_t(child).map { kill($0, SIGKILL) } }
  }

  /// Starts a crashed server again and waits until it answers.
  package func restart() throws {
    try? FileManager.default.removeItem(atPath: "\(folder)/started")
    try keptOpen.fileHandleForWriting.write(contentsOf: Data("start\n".utf8))
    let started = { FileManager.default.fileExists(atPath: "\(self.folder)/started") }
    while keeper.isRunning, !started() { usleep(10_000) }
    try sql("SELECT 1")
  }
}
