internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Foundation
internal import Testing

@testable import bench

@Suite("The bench command")
struct BenchCommandTests {
  @Test(
    "a wrong command line is answered with what is right",
    arguments: [
      (["run", "--kernel", "smid"], "Did you mean 'simd'?"),
      (["run", "--method", "kmean"], "Did you mean 'kmeans'?"),
      (["run", "--image", "nois"], "Did you mean 'noise'?"),
      (["run", "--size", "huge"], "'huge' is not a size."),
      (
        ["run", "--format", "jsno"], "Did you mean 'json'? Choose from: table, json, csv, markdown."
      ),
      (["run", "--isa", "avx1024"], "Unknown instruction set 'avx1024'."),
      (["run", "--threads", "many"], "The value 'many' is invalid for '--threads <count>'"),
      (["run", "--time", "0"], "--time takes seconds above 0"),
      (["run", "--kernal", "simd"], "Unknown option '--kernal'. Did you mean '--kernel'?"),
      (["list", "--format", "yaml"], "Unknown format 'yaml'. Choose from: table, json."),
      (["env", "--format", "tabel"], "Did you mean 'table'?"),
    ])
  func usageErrors(arguments: [String], expected: String) {
    let (text, code) = complaint(arguments)
    #expect(text.contains(expected), "\(text)")
    #expect(code == .validationFailure)
    #expect(code.rawValue == 64)
  }

  @Test("an image without its option is no commit to measure")
  func misplacedImage() throws {
    let outcome = try BuiltCommand("bench").run(["run", "photo.jpg"])
    #expect(outcome.exitCode == 64)
    #expect(outcome.errors.contains("Unexpected argument 'photo.jpg'"), "\(outcome.errors)")
  }

  @Test("the flags of the issue are all taken")
  func flags() throws {
    let command = try Bench.parseAsRoot([
      "run", "--kernel", "simd", "--kernel", "histogram", "--method", "histogram", "--image",
      "flat",
      "--image", "noise", "--size", "24MP", "--size", "6000x4000", "--threads", "2", "--isa",
      "baseline", "--time", "0.1", "--format", "csv", "--no-record", "--quiet", "--allow-debug",
    ])
    let run = try #require(command as? RunCommand)
    #expect(run.input.kernels == ["simd", "histogram"])
    #expect(run.input.images == ["flat", "noise"])
    #expect(run.input.sizes == ["24MP", "6000x4000"])
    #expect(run.noRecord && run.messages.quiet && run.build.allowDebug)
  }

  @Test("bench list and bench env run as built, and their JSON is whole")
  func processes() throws {
    let bench = try BuiltCommand("bench")
    for arguments in [["list"], ["env"]] {
      let table = try bench.run(arguments)
      #expect(table.exitCode == 0)
      #expect(table.errors.isEmpty)
      let json = try bench.run(arguments + ["--format", "json"])
      #expect(json.exitCode == 0)
      let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      #expect((document as? [String: Any])?.isEmpty == false)
    }
  }

  @Test("bench run answers with rows on one stream, words on the other, and an exit code")
  func run() throws {
    let bench = try BuiltCommand("bench")
    let arguments = [
      "run", "--kernel", "simd", "--image", "flat", "--size", "32x32", "--time", "0.01",
      "--format", "csv", "--no-record",
    ]
    let rows = try bench.run(arguments + ["--allow-debug"])
    #expect(rows.exitCode == 0)
    #expect(rows.errors.isEmpty)
    #expect(rows.output.split(separator: "\n").count == 2)
    let partly = try bench.run(arguments + ["--allow-debug", "--image", "missing.png"])
    #expect(partly.exitCode == 66)
    #expect(
      partly.errors == "Error: 'missing.png' does not exist.\n")
    #expect(partly.output.split(separator: "\n").count == 2)
    let usage = try bench.run(["run", "--kernel", "smid"])
    #expect(usage.exitCode == 64)
    #expect(usage.output.isEmpty)
  }

  @Test("a debug build refuses to time; a release build does not")
  func debugRefusal() throws {
    let outcome = try BuiltCommand("bench").run([
      "run", "--kernel", "simd", "--image", "flat", "--size", "8x8", "--time", "0.01",
      "--no-record",
    ])
    #expect(outcome.exitCode == (BuildConfiguration.isDebug ? 64 : 0))
    #expect(outcome.errors.contains("This is a debug build") == BuildConfiguration.isDebug)
  }

  @Test("completions can be had for every shell", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) {
    #expect(
      Bench.completionScript(for: CompletionShell(rawValue: shell) ?? .bash).contains("bench"))
  }
}
