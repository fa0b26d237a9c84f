/// Why a request is not answered with what it asked for.
package struct RequestFailure: Error, Equatable, Sendable {
  /// The status code of HTTP.
  package let status: Int
  /// What happened and what to do, in sentences, for the person at the page.
  package let problem: String
  /// After how many seconds it is worth trying again.
  package let retryAfter: Int?
  /// The methods that are possible, where another was used.
  package let allowed: String?

  package init(
    _ status: Int, _ problem: String, retryAfter: Int? = nil, allowed: String? = nil
  ) {
    self.status = status
    self.problem = problem
    self.retryAfter = retryAfter
    self.allowed = allowed
  }

  static let notFound = RequestFailure(404, "There is no such page here.")

  static func method(allowed: String) -> RequestFailure {
    RequestFailure(405, "This address answers \(allowed) only.", allowed: allowed)
  }

  static func foreign(_ problem: String) -> RequestFailure { RequestFailure(403, problem) }

  static func tooLarge(limit: Int) -> RequestFailure {
    RequestFailure(
      413, "The file has more than \(limit / 1_000_000) MB, the limit of this server.")
  }

  /// The content of a request arrives too slowly.
  package static let tooSlow = RequestFailure(
    408, "The file arrives too slowly, or not at all. Try again with a better connection.")

  /// No request came.
  package static let noRequest = RequestFailure(408, "No request came.")

  /// The client is gone; the answer is not read.
  package static let incomplete = RequestFailure(400, "The file did not arrive whole.")
}
