import HistoryExchange

/// Any bytes in any exchange format must give a document or a typed error.
///
/// The first byte chooses the format; one choice is to find the format by the content.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzExchange(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  guard size > 0 else { return 0 }
  let formats = ExchangeFormat.allCases
  let choice = Int(data[0]) % (formats.count + 1)
  let bytes = Array(UnsafeBufferPointer(start: data + 1, count: size - 1))
  do {
    let document =
      choice == 0
      ? try ExchangeFormat.reading(bytes, path: "fuzz", name: "fuzz").document
      : try formats[choice - 1].document(from: bytes, name: "fuzz")
    for format in formats { _ = try? format.text(of: document) }
  } catch {
    precondition(!"\(error)".isEmpty, "an error without words")
  }
  return 0
}
