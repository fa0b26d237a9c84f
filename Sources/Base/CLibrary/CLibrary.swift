/// The C library of the system, under one name: what imports this module may call `open`, `read`,
/// `fork`, `clock_gettime` and the like on Linux with glibc or musl and on macOS.
///
/// `@_exported` passes on what a C library declares; the language has no other way to do so.
#if hasFeature(Embedded)
  @_exported public import CFreestanding
#elseif canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif
