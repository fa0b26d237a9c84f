internal import BenchmarkHarness
internal import Measuring
internal import Reporting

/// A suite of airspeed velocity (https://asv.readthedocs.io), which a plugin measures without asv.
struct ASVSuite: PythonAdapter {
  let program: FrameworkProgram

  static let plugin = PythonPlugin.asv

  static func options(for name: String) -> [String] { [name] }

  func names() throws(HarnessFailure) -> [String] {
    do throws(WorkerFailure) {
      let process = try workerProcess(nil)
      defer { process.quit() }
      return try process.list() ?? []
    } catch {
      throw program.doesNotList(error)
    }
  }
}
