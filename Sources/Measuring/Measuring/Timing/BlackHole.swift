public import CMeasuringShims

/// Keeps a value from being optimised away, together with the work that made it.
///
/// The optimiser must assume that the value is read and that all memory may have changed, so a
/// pure function called in a loop is really called each time. It costs about a store.
@inlinable
@inline(__always)
public func blackHole<Value>(_ value: Value) {
  withUnsafePointer(to: value) { pointer in
    // SAFETY: the pointer is valid during the closure, and the function executes no instruction.
    cmeasurement_keep(pointer)
  }
}
