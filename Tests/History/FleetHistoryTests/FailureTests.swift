internal import CLibrary
internal import CommandTestSupport
internal import Foundation
internal import Testing
internal import TimingHistory

@testable internal import FleetHistory

@Suite("Addresses of servers")
struct AddressTests {
  @Test("A password in the address is refused, and no message repeats it")
  func passwords() {
    for uri in [
      "postgresql://ann:s3cret@host/bench", "postgresql://host/bench?password=s3cret",
      "postgresql://host/bench?sslpassword=s3cret", "postgres://ann:s3cret@host:port/bench",
      "postgresql://ann:s3cret@host/%zz",
    ] {
      let error = #expect(throws: FleetError.self) { try FleetAddress(uri) }
      #expect(error?.kind == .badAddress)
      #expect(error.map { "\($0)".contains("s3cret") } == false)
    }
  }

  @Test("Addresses are told from files, and keep their TLS settings")
  func addresses() throws {
    #expect(FleetAddress.isAddress("postgresql:///?service=bench"))
    #expect(FleetAddress.isAddress("postgres://host/db"))
    #expect(!FleetAddress.isAddress("history.sqlite"))
    let address = try FleetAddress("postgresql://ann@db.example.org:5433/bench?sslmode=verify-full")
    #expect(address.description == "db.example.org, port 5433, database bench")
    #expect(address.uri.hasSuffix("sslmode=verify-full"))
    let other = try FleetAddress("postgresql://bob@db.example.org:5433/bench")
    #expect(other.key == address.key)
    #expect(try FleetAddress("postgresql://db.example.org:5433/other").key != address.key)
  }

  @Test("Arrays keep elements of any text apart")
  func arrays() {
    #expect(PostgresValue.array(["a", "b\"\\,{}"]) == .text(#"{"a","b\"\\,{}"}"#))
  }
}

@Suite(
  "Servers that fail",
  .enabled(if: PostgresServer.programs != nil, .init(rawValue: PostgresServer.whyNot)))
struct FailureTests {
  private func kind(_ work: () throws -> Void) -> FleetError.Kind? {
    #expect(throws: FleetError.self) { try work() }?.kind
  }

  @Test("A server that accepts and says nothing is given up after the patience")
  func stalled() throws {
    let folder = try TemporaryFolder()
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) {
      $0.copyBytes(from: "\(folder.path)/.s.PGSQL.5432".utf8)
    }
    let isBound = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(isBound == 0 && listen(listener, 1) == 0)
    let address = try FleetAddress("postgresql://ann@/bench?host=\(folder.path)")
    #expect(kind { _ = try FleetStore(address, patience: 0.05) } == .stalled)
  }

  @Test("No server, no database, no tables, newer tables: each is said")
  func absent() throws {
    let folder = try TemporaryFolder()
    let nowhere = try FleetAddress("postgresql://ann@/bench?host=\(folder.path)")
    #expect(kind { _ = try FleetStore(nowhere) } == .unreachable)
    let fleet = try Fleet(on: PostgresServer.shared.get(), prepared: false)
    #expect(kind { _ = try fleet.store() } == .notPrepared)
    let missing = try FleetAddress(fleet.server.uri("no_such_database"))
    #expect(kind { _ = try FleetStore(missing) } == .unreachable)
    let stranger = try FleetAddress(fleet.server.uri(fleet.database, role: "stranger"))
    #expect(kind { _ = try FleetStore(stranger) } == .refused)
    try FleetStore.prepare(fleet.address())
    try fleet.server.sql(
      "INSERT INTO bench.migration (number, name) VALUES (99, 'the future')", in: fleet.database)
    #expect(kind { _ = try fleet.store() } == .newerSchema)
    #expect(kind { try FleetStore.prepare(fleet.address()) } == .newerSchema)
  }

  @Test("Of many that prepare a database at once, one does")
  func migrators() async throws {
    let fleet = try Fleet(on: PostgresServer.shared.get(), prepared: false)
    let address = try fleet.address()
    let steps = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 { group.addTask { try FleetStore.prepare(address) } }
      return try await group.reduce(into: [[Int]]()) { $0.append($1) }
    }
    #expect(steps.filter { !$0.isEmpty } == [[1, 2, 3, 4, 5]])
    #expect(try fleet.store().classes() == [])
  }

  @Test("A reader reads, a writer adds, and neither changes or removes anything")
  func roles() throws {
    let fleet = try Fleet()
    let names = (reader: "r\(fleet.database)", writer: "w\(fleet.database)")
    for _ in 0..<2 { try fleet.server.sql(FleetRoles.script, in: fleet.database) }
    try fleet.server.sql(
      """
      CREATE ROLE \(names.reader) LOGIN IN ROLE bench_reader;
      CREATE ROLE \(names.writer) LOGIN IN ROLE bench_writer;
      """)
    let machine = try fleet.machine("one")
    try machine.addRun(at: 1)
    #expect(kind { try fleet.exchange(machine, role: names.reader).push() } == .noRight)
    #expect(try machine.unsharedRuns().count == 1)
    #expect(try fleet.exchange(machine, role: names.writer).push().runs == 1)
    let reader = try fleet.machine("reader")
    #expect(try fleet.exchange(reader, role: names.reader).pull(now: 2) == 1)
    #expect(
      try fleet.server.sql(
        "SELECT count(*) FROM bench.points", in: fleet.database, role: names.reader)
        == "2")
    for role in [names.reader, names.writer] {
      #expect(kind { _ = try fleet.store(role: role).prune(Fleet.runners, keep: 0) } == .noRight)
      #expect(kind { _ = try fleet.store(role: role).prune(Fleet.runners, before: 0) } == .noRight)
      #expect(kind { try FleetStore.prepare(fleet.address(role: role)) } == .noRight)
      for statement in [
        "UPDATE bench.run SET note = ''", "DELETE FROM bench.measurement",
        "TRUNCATE bench.transition", "DROP VIEW bench.points", "SELECT * FROM bench.job_claim",
        "UPDATE bench.job SET state = 'done'", "CREATE TABLE bench.mine ()",
        "DELETE FROM bench.day", "UPDATE bench.machine_class SET kept_from = now()",
      ] {
        #expect(throws: PostgresServer.NotStarted.self, "\(statement)") {
          try fleet.server.sql(statement, in: fleet.database, role: role)
        }
      }
    }
  }

  @Test(
    "A run whose bytes are not those of its name is not taken, and one nobody can read not used")
  func forgeries() throws {
    let fleet = try Fleet()
    let machine = try fleet.machine("one")
    try machine.addRun(at: 1)
    try fleet.exchange(machine).push()
    let row = { (uid: String, name: String) in
      """
      INSERT INTO bench.run (uid, content_name, kind, started_at, finished_at, class_id, content)
      SELECT '\(uid)', \(name), 'bench', now(), now(), min(id), '\\x00' FROM bench.machine_class
      """
    }
    let uid = String(repeating: "a", count: 32)
    #expect(throws: PostgresServer.NotStarted.self) {
      try fleet.server.sql(row(uid, "sha256('other')"), in: fleet.database)
    }
    try fleet.server.sql(row(uid, "sha256('\\x00')"), in: fleet.database)
    let reader = try fleet.machine("reader")
    #expect(kind { try fleet.exchange(reader).pull(now: 2) } == .damaged)
    #expect(try reader.runs().isEmpty)
  }

  @Test("After kill -9 of the server the next push completes what the last one began")
  func crash() async throws {
    let fleet = try Fleet(on: PostgresServer())
    let machine = try fleet.machine("one")
    try machine.addRun(at: 0)
    // Each a transaction of its own on the server.
    for time in 1...40 { try machine.addRun(at: Int64(time), series: "series \(time)") }
    let server = try fleet.store()
    let names = try machine.finishedRuns()
    for name in names.prefix(10) {
      _ = try server.add([try #require(try machine.portableRun(name))])
    }
    try fleet.server.crash()
    let exchange = FleetExchange(of: machine, Fleet.runners, with: server)
    let failed = kind { try exchange.push() }
    #expect(failed == .connectionLost || failed == .unreachable)
    #expect(try machine.unsharedRuns().count == 41)
    try fleet.server.restart()
    #expect(try fleet.exchange(machine).push() == .init(runs: 31))
    let reader = try fleet.machine("reader")
    #expect(try fleet.exchange(reader).pull(now: 1) == 41)
    #expect(try reader.allBytes() == machine.allBytes())
  }

  @Test(
    "A full disk is said, loses nothing, and the next push completes",
    .enabled(if: SmallDisk.isPossible, "only root can mount a small disk"))
  func fullDisk() throws {
    let fleet = try Fleet(on: PostgresServer(), prepared: false)
    let disk = try SmallDisk(in: fleet.server.folder, megabytes: 12)
    try fleet.server.sql("CREATE TABLESPACE small LOCATION '\(disk.path)'")
    try fleet.server.sql("ALTER DATABASE \(fleet.database) SET TABLESPACE small")
    try FleetStore.prepare(fleet.address())
    let machine = try fleet.machine("one")
    var generator = SystemRandomNumberGenerator()
    for time in 0..<8 {
      let run = try machine.beginRun(RunRecord(kind: "nightly", startedAt: Int64(time)))
      // A megabyte that does not compress to much less than half.
      let filler = (0..<65_536).map { _ in String(generator.next() as UInt64, radix: 16) }.joined()
      try machine.completeStep("filler", result: filler, of: run)
      try machine.finish(run, at: Int64(time))
    }
    #expect(kind { try fleet.exchange(machine).push() } == .diskFull)
    #expect(try machine.finishedRuns().count == 8)
    try disk.resize(megabytes: 200)
    try fleet.exchange(machine).push()
    let reader = try fleet.machine("reader")
    #expect(try fleet.exchange(reader).pull(now: 1) == 8)
  }
}

/// A disk in memory of a few megabytes.
private final class SmallDisk {
  let path: String

  static let isPossible: Bool = {
    guard getuid() == 0, let folder = try? TemporaryFolder() else { return false }
    guard (try? mount(["-t", "tmpfs", "-o", "size=1m", "none", folder.path])) != nil else {
      return false
    }
    return umount(folder.path) == 0
  }()

  init(in folder: String, megabytes: Int) throws {
    path = "\(folder)/disk"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let owner = try FileManager.default.attributesOfItem(atPath: "\(folder)/data")
    let user = (owner[.ownerAccountID] as? NSNumber)?.intValue ?? 0
    try Self.mount(["-t", "tmpfs", "-o", "size=\(megabytes)m,uid=\(user),mode=700", "none", path])
  }

  func resize(megabytes: Int) throws {
    try Self.mount(["-o", "remount,size=\(megabytes)m", path])
  }

  // Lazily, because the server still has its files open.
  deinit { umount2(path, Int32(MNT_DETACH)) }

  private static func mount(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/mount")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteNoPermission) }
  }
}
