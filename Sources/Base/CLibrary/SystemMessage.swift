#if !hasFeature(Embedded)
  /// What the system says of an error, such as "No such file or directory".
  ///
  /// - Parameter code: the error, a value of `errno`.
  /// - Returns: the system's sentence, without a full stop.
  package func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
#endif
