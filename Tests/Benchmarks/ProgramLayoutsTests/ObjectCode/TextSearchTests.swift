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

  @Test(
    "a commit's name is hidden with the count that git describe writes before it, and nothing else",
    arguments: [
      (
        "at 5da182d0b709b45c1b7106e1ac26e924bdc5033b.",
        "at ????????????????????????????????????????."
      ),
      ("\0jq-1.8.2-5-g5da182d0\0", "\0jq-1.8.2-?-g????????\0"),
      ("v1-12-g5da182d0b-dirty", "v1-??-g?????????-dirty"),
      // Other digits, fewer of them, and what is no such count.
      ("v1-12-g5da182e0", "v1-12-g5da182e0"), ("v1-12-g5da182", "v1-12-g5da182"),
      ("12-g5da182d0", "12-g????????"), ("v12-g5da182d0", "v12-g????????"),
      ("-12-5da182d0", "-12-????????"), ("g5da182d0", "g????????"), ("-g5da182d0", "-g????????"),
    ])
  func commit(text: String, hidden: String) {
    var bytes = Array(text.utf8)
    TextSearch.hide(commit: "5da182d0b709b45c1b7106e1ac26e924bdc5033b", in: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == hidden)
  }
}
