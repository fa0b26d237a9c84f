import Reporting
internal import BenchmarkBuilds

/// What a session wrote and how it ended.
final class Transcript {
  var output = ""
  var messages: [String] = []
  var progress = ""
  var failure: HarnessFailure?
}
