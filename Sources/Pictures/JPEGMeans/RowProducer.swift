/// What gives the samples of a file, a row of MCUs at a time.
protocol RowProducer: AnyObject {
  /// Seconds of processor time that threads other than the caller's have used so far.
  var secondsBeside: Double { get }
  /// Bytes of samples and of data that are held.
  var heldBytes: Int { get }

  /// The samples of a row of MCUs, the caller's until ``free(before:)``; rows come in order.
  ///
  /// - Throws: ``JPEGMeansError/declined(_:)`` where another decoder has to judge the file.
  func row(_ number: Int) throws(JPEGMeansError) -> SampleRow

  /// Lets go of all rows of MCUs before one.
  func free(before number: Int)
}
