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

  @Test("commands as clang writes them down name files")
  func arguments() {
    let text = """
      [Logging clang options]
       "/usr/bin/clang" "-cc1" "-main-file-name" "a.c" "-o" "a.o" "-x" "c" "a \\"b\\"/a.c"

      """
    #expect(BuildReads.arguments(of: text) == ["/usr/bin/clang", "c", "a \"b\"/a.c"])
    #expect(BuildReads.arguments(of: "").isEmpty)
  }
}
