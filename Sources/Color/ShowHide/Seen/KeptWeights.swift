internal import Synchronization

/// Tables of weights that are not in use at the moment, for the next band of the same picture.
///
/// An object of ``ColorWeights`` serves one thread at a time, and finds its weights anew.
package final class KeptWeights: Sendable {
  // SAFETY: Sendable because a table is in here only while it is not in use.
  private struct Table: @unchecked Sendable {
    let selection: ColorSelection
    let weights: ColorWeights
  }

  /// As many as threads work on a picture.
  private static let mostTables = 64

  private let tables = Mutex<[Table]>([])

  /// None yet.
  package init() {}

  /// The tables of a selection that are there, or new ones.
  func take(_ selection: ColorSelection, _ make: () -> ColorWeights) -> ColorWeights {
    let found = tables.withLock { tables -> Table? in
      tables.firstIndex { $0.selection == selection }.map { tables.remove(at: $0) }
    }
    return found?.weights ?? make()
  }

  /// Takes tables back.
  func give(_ weights: ColorWeights, of selection: ColorSelection) {
    tables.withLock { tables in
      if tables.count >= Self.mostTables { tables.removeFirst() }
      tables.append(Table(selection: selection, weights: weights))
    }
  }
}

/// Tables that go back to where they came from when they are no longer used.
final class BorrowedWeights {
  let weights: ColorWeights
  private let selection: ColorSelection
  private let owner: KeptWeights

  init(_ selection: ColorSelection, from owner: KeptWeights, _ make: () -> ColorWeights) {
    weights = owner.take(selection, make)
    self.selection = selection
    self.owner = owner
  }

  deinit { owner.give(weights, of: selection) }
}
