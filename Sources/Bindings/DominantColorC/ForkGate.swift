// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The name is that of C.

internal import CForkGate
internal import LargePages

/// See `CForkGate.h`.
@c @implementation
public func cforkgate_prepare() { LargePages.watchForks() }

/// Runs a call that `fork` waits for.
func betweenForks<Result>(_ body: () -> Result) -> Result {
  cforkgate_enter()
  defer { cforkgate_leave() }
  return body()
}
