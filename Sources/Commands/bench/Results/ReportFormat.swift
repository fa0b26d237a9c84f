internal import HistoryReports

/// A way to write results.
///
/// Text comes in three parts, so that a table grows image by image while the next is timed.
protocol ReportFormat {
  /// What goes before the first image.
  func opening(_ environment: RunEnvironment) -> String
  /// What an image adds.
  func section(_ image: ImageResult) -> String
  /// What goes after the last image.
  func closing(_ images: [ImageResult], _ environment: RunEnvironment) -> String
}
