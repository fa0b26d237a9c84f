internal import CMeasuringShims

/// Memory that was freed but that the allocator keeps for later.
public enum FreeMemory {
  /// Returns it to the system, where the allocator can: the next allocations lie in other
  /// pages.
  public static func returnToSystem() { cmeasurement_return_free_memory() }
}
