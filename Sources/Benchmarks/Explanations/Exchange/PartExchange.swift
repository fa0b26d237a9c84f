internal import BenchmarkSuites
internal import Reporting

/// Makes builds of the base in which some parts are those of the candidate.
protocol PartExchange: AnyObject {
  /// The parts, in the order in which the numbers of an exchange count them.
  var parts: [ExchangeablePart] { get }
  /// The checkout to compare exchanges with.
  var base: SuiteTree { get }

  /// The checkout with an exchange.
  ///
  /// - Parameter parts: the numbers of the parts that are exchanged.
  /// - Returns: the checkout; until the next exchange is asked for.
  /// - Throws: ``HarnessFailure`` when it cannot be made.
  func tree(exchanging parts: [Int]) throws(HarnessFailure) -> SuiteTree

  /// Removes what was made.
  func finish()
}
