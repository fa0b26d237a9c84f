internal import BenchmarkBuilds
internal import Reporting

/// What a session wrote and how it ended.
final class Transcript {
  var output = ""
  var messages: [String] = []
  var progress = ""
  var failure: HarnessFailure?
}
