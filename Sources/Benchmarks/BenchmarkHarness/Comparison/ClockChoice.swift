package import Measuring

/// Which time decides a comparison.
package enum ClockChoice: String, CaseIterable, Sendable {
  /// Processor time: other programs do not add to it.
  case cpu
  /// Wall time: only it shows whether several threads help.
  case wall

  /// The clock that fits work.
  package init(isConcurrent: Bool) { self = isConcurrent ? .wall : .cpu }

  /// How a plan says it, for work in a worker loop.
  package var threading: SessionPlan.Threading { self == .cpu ? .single : .concurrent }
}

extension ClockKind {
  /// The clock's name for people.
  package var title: String {
    switch self {
    case .wall: "wall"
    case .threadCPU, .processCPU: "CPU"
    }
  }
}
