internal import CommandTestSupport
internal import Files
internal import ImageCodecs
internal import Testing

@Suite("A library of an old version counts as mended where its distributor's package says so")
struct DistributorPatchTests {
  private static let patch = DistributorPatch(
    package: "libwebp7", series: "1.2.4-0.2+deb12u", leastRevision: 2)

  @Test(
    "the corrections are in this version of the package, and in later ones",
    arguments: [
      ("1.2.4-0.2+deb12u2", true), ("1.2.4-0.2+deb12u11", true), ("1.2.4-0.2+deb12u2~x", true),
      ("1.2.4-0.2+deb12u1", false), ("1.2.4-0.2+deb12u", false), ("1.2.4-0.2", false),
      ("1.2.3-0.2+deb12u9", false), ("", false),
    ])
  func versions(version: String, isMended: Bool) { #expect(Self.patch.isIn(version) == isMended) }

  /// A database of packages with one library in it.
  private func database(
    status: String = "install ok installed", version: String = "1.2.4-0.2+deb12u2",
    lists: Bool = true
  ) throws -> (folder: TemporaryFolder, library: String) {
    let folder = try TemporaryFolder()
    let root = try #require(resolvedPath(folder.path))
    let library = root + "/libwebp.so.7.1.5"
    try writeFile([0], to: library, replacingExisting: true)
    try makeFolder(at: root + "/info")
    #if arch(x86_64)
      let architecture = "amd64"
    #else
      let architecture = "arm64"
    #endif
    try writeFile(
      Array("/.\n\(lists ? library : "/other")\n".utf8),
      to: root + "/info/libwebp7:\(architecture).list", replacingExisting: true)
    let stanzas = """
      Package: libwebp6
      Status: install ok installed
      Architecture: \(architecture)
      Version: 9

      Package: libwebp7
      Status: \(status)
      Architecture: \(architecture)
      Description: a line
       and Version: 9
      Version: \(version)

      """
    try writeFile(Array(stanzas.utf8), to: root + "/status", replacingExisting: true)
    return (folder, library)
  }

  private func isMended(_ made: (folder: TemporaryFolder, library: String)) -> Bool {
    DistributorPatch.isInstalled(
      oneOf: [Self.patch], library: made.library, database: made.folder.path)
  }

  @Test("the package that is installed and whose list names the file counts, and no other")
  func databases() throws {
    #expect(try isMended(database()))
    #expect(try !isMended(database(version: "1.2.4-0.2+deb12u1")))
    #expect(try !isMended(database(status: "deinstall ok config-files")))
    #expect(try !isMended(database(lists: false)))
    let made = try database()
    #expect(
      !DistributorPatch.isInstalled(
        oneOf: [Self.patch], library: made.library, database: made.folder.path + "/none"))
    #expect(
      !DistributorPatch.isInstalled(
        oneOf: [Self.patch], library: "/nowhere", database: made.folder.path))
  }
}
