internal import CSuiteFiles

extension csuite_file {
  /// The bytes of the file.
  var content: [UInt8] {
    // SAFETY: the bytes are a constant of the program, as many as it says.
    Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
