#if hasFeature(Embedded)
  /// A value that needs no lock, because a program without a system has one thread.
  ///
  /// Stands in for the type of the same name in `Synchronization`, which needs a system.
  package final class Mutex<Value>: @unchecked Sendable {
    // SAFETY: Sendable because there is one thread.
    private var value: Value

    package init(_ value: Value) { self.value = value }

    /// Calls the body with the value.
    package func withLockIfAvailable<Result>(_ body: (inout Value) -> Result) -> Result? {
      body(&value)
    }
  }
#endif
