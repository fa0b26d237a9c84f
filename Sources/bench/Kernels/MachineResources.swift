#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The cores that this process may use, at least 1: fewer than the machine has under `taskset`.
func usableCoreCount() -> Int {
  max(1, ProcessInfo.processInfo.activeProcessorCount)
}

/// The memory of the machine in bytes.
func installedMemoryBytes() -> Int {
  Int(clamping: ProcessInfo.processInfo.physicalMemory)
}
