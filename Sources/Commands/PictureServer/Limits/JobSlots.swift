/// Places for work that costs much: a few at the same time, a few that wait, and no more.
actor JobSlots {
  private var free: Int
  private let waiting: Int
  private let patience: Duration
  private let clock: any Clock<Duration>
  private var queue: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  private var lastNumber = 0

  /// - Parameters:
  ///   - count: how many may work.
  ///   - waiting: how many may wait.
  ///   - patience: how long each waits at most.
  ///   - clock: what measures that time.
  init(count: Int, waiting: Int, patience: Duration, clock: any Clock<Duration>) {
    free = count
    self.waiting = waiting
    self.patience = patience
    self.clock = clock
  }

  /// Does work once there is a place for it.
  ///
  /// - Throws: ``RequestFailure`` where there is none soon, and what the work throws.
  nonisolated func run<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await enter()
    do {
      let value = try await work()
      await leave()
      return value
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async throws(RequestFailure) {
    if free > 0 {
      free -= 1
      return
    }
    let busy = RequestFailure(
      503, "The server is busy with other pictures. Try again in a moment.", retryAfter: 2)
    guard queue.count < waiting, !Task.isCancelled else { throw busy }
    lastNumber += 1
    let number = lastNumber
    let timer = Task { [patience, clock] in
      try? await clock.sleep(for: patience)
      self.giveUp(number)
    }
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // A client may have disconnected before it waited in the queue.
        if Task.isCancelled { return continuation.resume(returning: false) }
        queue.append((number, continuation))
      }
    } onCancel: {
      Task { await self.giveUp(number) }
    }
    timer.cancel()
    if !isIn { throw busy }
  }

  private func giveUp(_ number: Int) {
    guard let place = queue.firstIndex(where: { $0.number == number }) else { return }
    // Who is in the queue was not resumed, and who is not was: each continuation once.
    queue.remove(at: place).continuation.resume(returning: false)
  }

  private func leave() {
    if queue.isEmpty {
      free += 1
    } else {
      // The place goes over without becoming free: nobody who comes now can be faster.
      queue.removeFirst().continuation.resume(returning: true)
    }
  }
}
