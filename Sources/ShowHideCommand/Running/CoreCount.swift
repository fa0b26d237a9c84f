#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The cores of the machine.
enum CoreCount {
  /// Cores that are running, 1 or more.
  static let available = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
