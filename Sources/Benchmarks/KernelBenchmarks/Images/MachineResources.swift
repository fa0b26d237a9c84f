internal import Processors

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The processors that this process may use, at least 1: fewer than the machine has under `taskset`
/// or a control group's quota.
package func usableCoreCount() -> Int { ProcessorCount.usable }

/// The memory of the machine in bytes.
package func installedMemoryBytes() -> Int {
  Int(clamping: ProcessInfo.processInfo.physicalMemory)
}
