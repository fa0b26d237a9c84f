internal import CMeasuringShims

/// Memory that was freed but that the allocator keeps for later.
public enum FreeMemory {
  /// Gives it back to the system, where the allocator can: what is allocated next lies in other
  /// pages.
  public static func returnToSystem() { cmeasurement_return_free_memory() }
}
