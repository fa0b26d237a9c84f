internal import ProgramLayouts
internal import Testing

@Suite("Texts in the bytes of a file")
struct TextSearchTests {
  private func bytes(_ text: String) -> ArraySlice<UInt8> { [9, 9] + Array(text.utf8) }

  @Test(
    "a file's name is found in paths and sentences, and in machine code",
    arguments: [
      "qjsc", "\0qjsc\0", "./qjsc", "a qjsc_repl of qjsc", "%s/qjsc\0", "\0qjsc-2\0", "$0qjsc\0",
      "\0lib/qjsc_x\0", "\0qjsc_repl\0qjsc",
    ])
  func found(text: String) {
    #expect(TextSearch.containsFileName(Array("qjsc".utf8), in: bytes(text)[2...]), "\(text)")
  }

  @Test(
    "an identifier that has the name within is no name of it",
    arguments: [
      "qjsc_repl", "\0qjsc_repl\0", "\0the_qjsc\0", "\0qjsc2\0\0Xqjsc\0", "qjs c", "",
    ])
  func missing(text: String) {
    #expect(!TextSearch.containsFileName(Array("qjsc".utf8), in: bytes(text)[2...]), "\(text)")
  }
}
