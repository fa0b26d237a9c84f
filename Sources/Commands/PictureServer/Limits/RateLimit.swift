internal import Synchronization

/// How much work each client may ask for: so much at once, then so much a second.
final class RateLimit: Sendable {
  private struct Account {
    var left: Double
    var seen: ContinuousClock.Instant
  }

  private let burst: Double
  private let rate: Double
  private let accounts = Mutex<[String: Account]>([:])
  /// The clients that are remembered.
  private static let mostAccounts = 4096

  init(burst: Int, rate: Double) {
    self.burst = Double(burst)
    self.rate = rate
  }

  /// Takes a piece of work off a client's account.
  ///
  /// - Parameters:
  ///   - client: who asks.
  ///   - now: when.
  /// - Throws: ``RequestFailure`` where nothing is left, with the seconds to wait.
  func take(_ client: String, now: ContinuousClock.Instant = .now) throws(RequestFailure) {
    let missing: Double? = accounts.withLock { accounts in
      if accounts.count >= Self.mostAccounts {
        // Full accounts can go. Where that is not enough, all accounts begin anew.
        accounts = accounts.filter { self.left($0.value, now) < burst }
        if accounts.count >= Self.mostAccounts { accounts = [:] }
      }
      let left = accounts[client].map { self.left($0, now) } ?? burst
      accounts[client] = Account(left: left >= 1 ? left - 1 : left, seen: now)
      return left >= 1 ? nil : 1 - left
    }
    guard let missing else { return }
    throw RequestFailure(
      429, "Too many pictures in a short time. Wait a moment, then go on.",
      retryAfter: max(1, Int((missing / rate).rounded(.up))))
  }

  private func left(_ account: Account, _ now: ContinuousClock.Instant) -> Double {
    // A bucket that refills by itself, without a timer: what it holds follows from when it
    // was seen last.
    min(burst, account.left + rate * max(0, (now - account.seen) / .seconds(1)))
  }
}
