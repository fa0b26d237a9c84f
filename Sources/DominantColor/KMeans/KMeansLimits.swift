/// The numbers that bound the work of method `kmeans`; part of its definition.
///
/// Chosen over 18 photos with 8 clusters: with these, the inertia of the points is within 1 % of the
/// best of 100 random starts on every one, and within 0.2 % on all but three.
enum KMeansLimits {
  /// Clusters at most.
  static let clusters = 64
  /// Assignments after which Lloyd's iteration stops even if some still change.
  static let iterations = 256
  /// Points searched as they are; of more, light ones are merged first.
  static let searchedPoints = 1024
  /// A point of at least this part of all pixels is heavy, and never merged.
  static let heavyPart = 2048
  /// Swaps accepted at most.
  static let rounds = 128
  /// Points that each round considers as new centres.
  static let candidates = 64
  /// Swaps that each round tries before it gives up.
  static let tries = 16
  /// Assignments after which a swap that was tried must have lowered the inertia.
  static let trialIterations = 8
}
