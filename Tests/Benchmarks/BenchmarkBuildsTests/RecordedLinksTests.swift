internal import Testing

@testable import BenchmarkBuilds

@Suite("Recorded links")
struct RecordedLinksTests {
  @Test("a library of a version is loaded under the names that it is linked to")
  func libraryNames() {
    #expect(
      RecordedLinks.loadedNames(of: "/a.so.b/libwork.so.0.1.2") == [
        "libwork.so.0.1.2", "libwork.so.0.1", "libwork.so.0", "libwork.so",
      ])
    #expect(RecordedLinks.loadedNames(of: "libwork.so") == ["libwork.so"])
    #expect(RecordedLinks.loadedNames(of: "x/addon.node") == ["addon.node"])
  }
}
