internal import CommandText
internal import Testing

@Suite("What `--version` says")
struct VersionTextTests {
  @Test("a build that is no release says so")
  func checkout() {
    #expect(versionText(of: "1.2.3") == "1.2.3 (built from a checkout, not a release)")
  }
}
