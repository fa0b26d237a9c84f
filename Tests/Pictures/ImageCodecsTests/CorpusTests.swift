internal import Files
internal import Foundation
internal import Hashing
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Every file of a corpus decodes, or fails, as its reference did")
struct CorpusTests {
  @Test("The hash that all comparisons rest on is SHA-256")
  func hashIsRight() {
    func digest(_ text: String) -> String { SHA256.hex(Array(text.utf8)) }
    #expect(
      digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      digest(String(repeating: "a", count: 1000))
        == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
  }

  @Test("The corpus lists files, and every picture in it is listed")
  func isComplete() throws {
    let corpus = Corpus.current
    #expect(!corpus.entries.isEmpty, "no expectations.csv in \(corpus.folder)")
    let kinds: Set = [
      "decode", "decode_warn", "decode_warn_or_error", "error", "error_or_partial",
      "limit_or_decode",
    ]
    #expect(Set(corpus.entries.map { $0["expected"] }).subtracting(kinds) == [], "misspelt")
    let listed = Set(corpus.entries.map(\.file))
    let files = try #require(FileManager.default.subpaths(atPath: corpus.folder))
    let pictures = files.filter { [".png", ".jpg", ".jpeg"].contains(where: $0.hasSuffix) }
    #expect(pictures.filter { !listed.contains($0) } == [])
  }

  @Test("A file gives its pixels, warning or error", arguments: Corpus.current.entries)
  func decodes(_ entry: Corpus.Entry) throws {
    let expected = entry["expected"]
    let bytes = try readFile(at: entry.path)
    do {
      let decoded = try ImageDecoder().decode(bytes)
      #expect(!["error", "error_or_partial"].contains(expected), "decoded, though broken")
      #expect(decoded.missingRows == 0)
      if expected == "decode" { #expect(decoded.warnings == []) }
      if expected == "decode_warn_or_error" { #expect(!decoded.warnings.isEmpty) }
      if !entry["width"].isEmpty && !entry["sha256_of_rgba8_as_decoded_by_reference"].isEmpty {
        try comparePixels(decoded, with: entry)
      }
    } catch let error as ImageCodecError {
      #expect(
        !["decode", "decode_warn"].contains(expected), "refused, though valid: \(error)")
      #expect(error.description.hasSuffix("."), "no sentence: \(error)")
      if expected == "limit_or_decode" {
        guard case .limitExceeded = error else {
          Issue.record("refused, but not by a limit: \(error)")
          return
        }
      }
    }
  }

  private func comparePixels(_ decoded: DecodedImage, with entry: Corpus.Entry) throws {
    let stored = entry["sha256_of_rgba8_as_decoded_by_reference"]
    #expect(decoded.header.width == Int(entry["width"]))
    #expect(decoded.header.height == Int(entry["height"]))
    #expect(decoded.image.width == Int(entry["width"]))
    #expect(decoded.image.height == Int(entry["height"]))
    #expect(hash(decoded.image) == stored, "other pixels than the reference's")
    #expect(Int(decoded.header.orientation.rawValue) == Int(entry["orientation"]))
    let upright = try decoded.header.orientation.upright(decoded.image)
    #expect(upright.width == Int(entry["oriented_width"]))
    #expect(upright.height == Int(entry["oriented_height"]))
    // Hashing is most of this test's time, so a picture that was not turned is not hashed twice.
    let turned = entry["sha256_rgba8_oriented"]
    if upright != decoded.image || turned != stored {
      #expect(hash(upright) == turned, "turned otherwise than the reference")
    }
  }
}
