internal import Foundation
internal import Testing

@testable internal import Measuring

@Suite("The record of an environment")
struct EnvironmentTests {
  @Test("Every field has a value, if only a reason")
  func complete() {
    let record = EnvironmentRecord.current(build: BuildFacts(configuration: "release"))
    #expect(record.entries.count == EnvironmentField.allCases.count)
    for (field, value) in record.entries {
      #expect(!field.title.isEmpty)
      #expect(!"\(value)".isEmpty)
      #expect(value != .unknown("not recorded"), "\(field)")
    }
    #expect(record[.buildConfiguration] == .known("release"))
    #expect(record[.gitCommit] == .unknown("not told by the caller"))
    #expect(record[.swiftVersion].value?.hasPrefix("6.") == true)
    #expect(record[.operatingSystemKernel].value != nil)
    #expect(record[.cores].value != nil)
  }

  @Test("What the caller tells is recorded")
  func build() {
    let facts = BuildFacts(
      configuration: "release", flags: "-O", swiftVersion: "Swift 6.3.1 (linux)",
      gitCommit: "abc", gitIsDirty: true, codeHash: "c0de", inputHash: "1234")
    let record = EnvironmentRecord.current(build: facts)
    #expect(record[.swiftVersion] == .known("Swift 6.3.1 (linux)"))
    #expect(record[.gitState] == .known("dirty"))
    #expect(record[.codeHash] == .known("c0de"))
    #expect(record[.inputHash] == .known("1234"))
    #expect(record[.buildFlags] == .known("-O"))
  }

  @Test("Load, steal and the code under test do not hinder a comparison")
  func mood() {
    var record = EnvironmentRecord([.cpuModel: .known("A"), .load: .known("0.1")])
    let before = record
    record[.load] = .known("9.0")
    record[.steal] = .known("3 %")
    record[.gitCommit] = .known("abc")
    record[.gitState] = .known("dirty")
    record[.codeHash] = .known("77")
    #expect(record.fingerprint == before.fingerprint)
    #expect(record.differences(from: before).isEmpty)
  }

  @Test(
    "Every other field changes the fingerprint and is named",
    arguments: EnvironmentField.allCases.filter(\.decidesComparability))
  func decisive(field: EnvironmentField) {
    let before = EnvironmentRecord([field: .known("w")])
    var after = before
    after[field] = .known("x")
    #expect(after.fingerprint != before.fingerprint)
    let differences = after.differences(from: before)
    #expect(differences.map(\.field) == [field])
    #expect("\(differences[0])".hasPrefix(field.title))
  }

  @Test("Fingerprints are the same in every process")
  func stable() {
    #expect(
      EnvironmentRecord().fingerprint == EnvironmentRecord([.cpuModel: .unknown("?")]).fingerprint)
    let record = EnvironmentRecord([.cpuModel: .known("AMD EPYC")])
    #expect(record.fingerprint == "f6ba20052951fa7f")
    #expect(
      EnvironmentRecord([.cpuModel: .known("")]).fingerprint != EnvironmentRecord().fingerprint)
  }

  @Test("A difference says both values, and of features only those that differ")
  func words() {
    let here = EnvironmentRecord([.cpuModel: .known("A"), .cpuFeatures: .known("avx2 sse2")])
    let there = EnvironmentRecord([
      .cpuModel: .unknown("hidden"), .cpuFeatures: .known("avx512f sse2"),
    ])
    #expect(
      here.differences(from: there).map(\.description) == [
        "CPU model: A against unknown: hidden",
        "CPU features: only here avx2, only there avx512f",
      ])
    let more = EnvironmentRecord([.cpuModel: .known("A"), .cpuFeatures: .known("avx2 bmi2 sse2")])
    #expect(
      more.differences(from: here).map(\.description) == ["CPU features: only here bmi2"])
  }

  @Test("Flags are always known, and those that an older record does not tell hinder nothing")
  func flags() {
    let now = EnvironmentRecord.current()
    #expect(now[.buildFlags].value?.hasPrefix("swiftc -O") == true)
    #expect(now[.buildFlags].value?.contains(", clang -O") == true)
    #expect(EnvironmentRecord.current(build: BuildFacts(flags: "-x"))[.buildFlags] == .known("-x"))
    var older = now
    older[.buildFlags] = .unknown("not told by the caller")
    #expect(now.differences(from: older).isEmpty && older.differences(from: now).isEmpty)
    var other = now
    other[.buildFlags] = .known("swiftc -Ounchecked")
    #expect(now.differences(from: other).map(\.field) == [.buildFlags])
  }

  @Test("A record survives being written and read")
  func coding() throws {
    let record = EnvironmentRecord.current()
    let data = try JSONEncoder().encode(record)
    let read = try JSONDecoder().decode(EnvironmentRecord.self, from: data)
    #expect(read == record)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains(#""gitCommit":{"unknown":"not told by the caller"}"#))
    let sparse = Data(#"{"cpuModel":{"known":"A"},"newField":{"known":"B"}}"#.utf8)
    let partial = try JSONDecoder().decode(EnvironmentRecord.self, from: sparse)
    #expect(partial[.cpuModel] == .known("A"))
    #expect(partial[.load] == .unknown("not recorded"))
  }
}
