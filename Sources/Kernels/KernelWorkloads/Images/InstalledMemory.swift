#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The memory of the machine in bytes.
func installedMemoryBytes() -> Int {
  Int(clamping: ProcessInfo.processInfo.physicalMemory)
}
