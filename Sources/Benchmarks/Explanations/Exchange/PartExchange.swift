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

  /// The functions that make up a part, to be exchanged one by one; `nil` where it cannot be divided.
  ///
  /// - Parameter part: the number of a part.
  /// - Returns: an exchange whose parts are the functions; it ends with this one.
  func functions(of part: Int) -> (any PartExchange)?

  /// Removes what was made.
  func finish()
}

extension PartExchange {
  func functions(of part: Int) -> (any PartExchange)? { nil }
}
