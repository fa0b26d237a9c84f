import DominantColor

/// Any bytes must give a tuning or a problem with a message, and a tuning's own text the tuning
/// again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTuning(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  do {
    let tuning = try Tuning(parsing: bytes)
    let again = try? Tuning(parsing: Array(tuning.json.utf8))
    precondition(again == tuning, "a tuning's text is not the tuning")
  } catch {
    precondition(!error.description.isEmpty, "a problem without words")
  }
  return 0
}
