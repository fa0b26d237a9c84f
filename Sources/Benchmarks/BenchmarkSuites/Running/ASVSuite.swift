internal import BenchmarkHarness

/// A suite of airspeed velocity (https://asv.readthedocs.io), which a plugin measures without asv.
struct ASVSuite: PluginAdapter {
  let program: FrameworkProgram

  static let plugin = FrameworkPlugin.asv

  static func options(for name: String) -> [String] { [name] }
}
