import Foundation
import PackagePlugin

/// `swift package bench …`: runs `bench` with the arguments, in the folder of the package.
///
/// SwiftPM ends with 1 for every code but 0. The code of `bench` is in its last message, "Plugin
/// ended with exit code 2", and in the file `exit-code` of the plugin's folder.
@main
struct BenchPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "bench").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    let code =
      process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
    try "\(code)\n".write(
      to: context.pluginWorkDirectoryURL.appending(path: "exit-code"), atomically: true,
      encoding: .utf8)
    exit(code)
  }
}
