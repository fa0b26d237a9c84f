extension PictureJob {
  /// The kinds of events.
  package enum EventKind: String, CaseIterable, Hashable, Sendable {
    case choose, adjust, save, cancel, retry, decoded, analysed, applied, failed

    /// What the event brings to be shown.
    var result: Result? {
      switch self {
      case .decoded: .picture
      case .analysed: .palette
      case .applied: .savedPicture
      case .failed: .problem
      case .choose, .adjust, .save, .cancel, .retry: nil
      }
    }
  }

  /// Which event leads from a phase to which; one that is not listed changes nothing.
  ///
  /// The page has this table too, so that buttons are enabled where the server would take the event.
  package static let transitions: [Phase: [EventKind: Phase]] = [
    .choosing: [.choose: .decoding],
    .decoding: [
      .choose: .decoding, .cancel: .cancelled, .decoded: .analysing, .failed: .failed,
    ],
    .analysing: [
      .choose: .decoding, .cancel: .cancelled, .analysed: .ready, .failed: .failed,
    ],
    .ready: [.choose: .decoding, .adjust: .ready, .save: .applying],
    .applying: [
      .choose: .decoding, .adjust: .ready, .cancel: .ready, .applied: .saved, .failed: .failed,
    ],
    .saved: [.choose: .decoding, .adjust: .ready, .save: .applying],
    .failed: [.choose: .decoding, .retry: .decoding],
    .cancelled: [.choose: .decoding, .retry: .decoding],
  ]
}

extension PictureJob.Phase {
  /// Whether work leads out of the phase.
  package var needsWork: Bool {
    switch self {
    case .decoding, .analysing, .applying: true
    case .choosing, .ready, .saved, .failed, .cancelled: false
    }
  }
}

extension PictureJob.Event {
  /// What kind of event it is.
  package var kind: PictureJob.EventKind {
    switch self {
    case .choose: .choose
    case .adjust: .adjust
    case .save: .save
    case .cancel: .cancel
    case .retry: .retry
    case .decoded: .decoded
    case .analysed: .analysed
    case .applied: .applied
    case .failed: .failed
    }
  }

  /// The number of the work that an event is about; `nil` for what people do.
  var work: Int? {
    switch self {
    case .decoded(let work), .analysed(let work), .applied(let work), .failed(let work, _): work
    case .choose, .adjust, .save, .cancel, .retry: nil
    }
  }

  /// The problem that an event reports.
  var problem: String? {
    if case .failed(_, let problem) = self { problem } else { nil }
  }
}
