// swift-tools-version: 6.3
import PackageDescription

// Targets stand in the order of the areas, which are the folders of `Sources` and `Tests`; each area's
// README.md says what it is for. An area imports only areas above it in this file.

// MARK: - How targets are built

// Every file says `public import` or `internal import`, existentials are spelled `any`, and a
// warning is an error: the manifest is where those habits are enforced.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

// The same vector bodies are compiled once per instruction set. Clang's flag reaches Swift's
// code generation too, because the importer's target features become the module's.
#if arch(x86_64)
  let avx2: [SwiftSetting] = [.unsafeFlags(["-Xcc", "-march=x86-64-v3"])]
  // Clang tunes this level for processors on which vectors of 512 bits slow the clock, and halves
  // them; those of today do not.
  let avx512: [SwiftSetting] = [
    .unsafeFlags([
      "-Xcc", "-march=x86-64-v4", "-Xcc", "-Xclang", "-Xcc", "-target-feature", "-Xcc", "-Xclang",
      "-Xcc", "-prefer-256-bit",
    ])
  ]
#else
  let avx2: [SwiftSetting] = []
  let avx512: [SwiftSetting] = []
#endif

/// Settings of an instruction set, by the ending of the modules compiled for it.
let instructionSets = ["Baseline": [], "AVX2": avx2, "AVX512": avx512]

/// Modules that start programs, wait for them and print text, and are not optimised in release.
///
/// For them the optimiser takes two thirds of the compiler's time, and saves none that anybody waits for: what is
/// timed, counted or searched lies in the modules below them.
let startPrograms: Set = [
  "bench", "BenchmarkBuilds", "BenchmarkHarness", "BenchmarkSuites", "CommandOptions",
  "Explanations", "FleetHistory",
  "Refereeing", "kernels", "KernelTuning",
]

let notOptimised: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Tests that count pixels themselves, which are optimised in release.
///
/// For others the optimiser takes longer than what it saves: the libraries that they call are optimised.
let countPixels: Set = [
  "ColorIndexTests", "DominantColorTests", "FilePalettesTests", "ImageCodecsTests",
  "JPEGMeansTests", "PerfTests", "PixelsTests", "ShowHideTests", "SyntheticImagesTests",
]

// MARK: - Kinds of targets

/// The targets of an area, with their folders: `Sources/AREA/NAME`.
func area(_ name: String, _ targets: [Target]) -> [Target] {
  placed(targets, in: "Sources/\(name)")
}

/// The tests of an area and what they need: `Tests/AREA/NAME`.
func tests(_ name: String, _ targets: [Target]) -> [Target] { placed(targets, in: "Tests/\(name)") }

func placed(_ targets: [Target], in folder: String) -> [Target] {
  for target in targets { target.path = "\(folder)/\(target.path ?? target.name)" }
  return targets
}

extension Target {
  /// A library in Swift.
  static func swift(
    _ name: String, _ dependencies: [Dependency] = [], exclude: [String] = []
  ) -> Target {
    .target(
      name: name, dependencies: dependencies, exclude: exclude,
      swiftSettings: strict + (startPrograms.contains(name) ? notOptimised : []))
  }

  /// What Swift cannot say, in C.
  static func c(_ name: String, _ dependencies: [Dependency] = [], exclude: [String] = []) -> Target
  {
    .target(name: name, dependencies: dependencies, exclude: exclude)
  }

  /// A library of the system, with the packages that bring it.
  static func system(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(
      name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
  }

  /// One module for each instruction set, all of the same sources: the others' files are links to those
  /// of the baseline.
  static func perInstructionSet(
    _ name: String, _ sets: [String], _ dependencies: [Dependency]
  ) -> [Target] {
    sets.map {
      .target(
        name: name + $0, dependencies: dependencies,
        swiftSettings: strict + (instructionSets[$0] ?? []))
    }
  }

  /// A program.
  static func program(
    _ name: String, _ dependencies: [Dependency], path: String? = nil,
    linkerSettings: [LinkerSetting]? = nil
  ) -> Target {
    .executableTarget(
      name: name, dependencies: dependencies, path: path,
      swiftSettings: strict + (startPrograms.contains(name) ? notOptimised : []),
      linkerSettings: linkerSettings)
  }

  /// Tests of a module.
  static func test(
    _ name: String, _ dependencies: [Dependency], path: String? = nil, exclude: [String] = []
  ) -> Target {
    .testTarget(
      name: name, dependencies: dependencies, path: path, exclude: exclude,
      swiftSettings: strict + (countPixels.contains(name) ? [] : notOptimised))
  }
}

// MARK: - Packages

// Who depends on this package wants its libraries, which need no other package. What does (the commands,
// histories, an index) is of this trait, which a checkout has by default and others ask for.
let commandsTrait = "Commands"

/// Whether SwiftPM reads this manifest for another package: from the root of a bare clone, to resolve
/// versions, and then from its folder of checkouts.
let isDependency: Bool = {
  let path = Context.packageDirectory.split(separator: "/")
  return path.isEmpty || path.dropLast().last == "checkouts"
}()

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser",
  condition: .when(traits: [commandsTrait]))
let grdb = Target.Dependency.product(
  name: "GRDB", package: "GRDB.swift", condition: .when(traits: [commandsTrait]))
// SQLite's own interface, without GRDB and Foundation.
let sqlite = Target.Dependency.product(
  name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: [commandsTrait]))

// The server's sockets, and the packages that its own interface consists of.
let hummingbird: [Target.Dependency] = [
  .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "Logging", package: "swift-log"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
  .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
  .product(name: "UnixSignals", package: "swift-service-lifecycle"),
]

// MARK: - Areas

let base = area(
  "Base",
  [
    .swift("CLibrary"),
    .c("CSpawningShims"),
    .swift("Spawning", ["CLibrary", "CSpawningShims"]),
    .c("CProcessors"),
    .swift("Processors", ["CLibrary", "CProcessors"]),
    .swift("LargePages", ["CLibrary"]),
    .c("CSandboxShims"),
    .swift("Sandboxing", ["CLibrary", "CSandboxShims", "Files"]),
    .swift("Files", ["CLibrary", "Hashing"]),
    .swift("Hashing"),
    .swift("OrderedJSON"),
    .swift("TOML"),
    .swift("MarkupEscaping"),
    .swift("Reporting", ["Files"]),
    .system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
  ])

let color = area(
  "Color",
  [
    .swift("Pixels", ["CLibrary"]),
    .c("CVectorShims"),
    .swift("SIMDBodies", ["CVectorShims", "Pixels"]),
    .swift(
      "DominantColor",
      [
        "CLibrary", "CProcessors", "CVectorShims", "Hashing", "LargePages", "OrderedJSON", "Pixels",
        "Processors", "SIMDAVX2", "SIMDAVX512", "SIMDBaseline", "SIMDBodies",
      ]),
    .swift("ColorNames", ["CLibrary", "DominantColor", "Pixels"]),
    .swift("ShowHide", ["DominantColor", "Pixels", "SIMDBodies"]),
    .swift("SyntheticImages", ["Hashing", "Pixels"]),
  ]
    + Target.perInstructionSet(
      "SIMD", ["Baseline", "AVX2", "AVX512"], ["CVectorShims", "Pixels", "SIMDBodies"]))

let pictures = area(
  "Pictures",
  [
    .system("CLibPNG", pkgConfig: "libpng", apt: "libpng-dev", brew: "libpng"),
    .system("CLibJPEG", pkgConfig: "libjpeg", apt: "libjpeg-dev", brew: "jpeg-turbo"),
    .system("CLittleCMS", pkgConfig: "lcms2", apt: "liblcms2-dev", brew: "little-cms2"),
    .c("CImageShims", ["CLibJPEG", "CLibPNG", "CLittleCMS", "CZlib"]),
    .c("COptionalCodecs", ["CImageShims"]),
    .c("CLaneShims"),
    .swift("JPEGLanes", ["CLaneShims"]),
    .swift(
      "JPEGMeans",
      [
        "CLaneShims", "CVectorShims", "Hashing", "JPEGLanes", "JPEGLanesAVX2", "JPEGLanesAVX512",
        "JPEGLanesBaseline",
        "LargePages", "Processors",
      ]),
    .c("CRowShims"),
    .swift("RowBodies", ["CRowShims"]),
    .swift(
      "PNGRows",
      [
        "CLibrary", "CVectorShims", "LargePages", "Processors", "RowBodies", "RowBodiesAVX2",
        "RowBodiesBaseline",
      ]),
    .swift(
      "ImageCodecs",
      [
        "CImageShims", "CLibrary", "COptionalCodecs", "Files", "JPEGMeans", "PNGRows", "Pixels",
        "Processors",
      ]),
    .swift("FilePalettes", ["DominantColor", "ImageCodecs", "LargePages", "Pixels"]),
    .swift("ColorIndex", ["CLibrary", "DominantColor", "Files", "Pixels", sqlite]),
  ]
    + Target.perInstructionSet(
      "JPEGLanes", ["Baseline", "AVX2", "AVX512"], ["CLaneShims", "JPEGLanes"])
    + Target.perInstructionSet("RowBodies", ["Baseline", "AVX2"], ["CRowShims", "RowBodies"]))

let bindings = area(
  "Bindings",
  [
    .c(
      "CDominantColor", exclude: ["dominantcolor.pc.in", "exports.map", "install.sh", "link.sh"]),
    .c("CForkGate"),
    .swift(
      "DominantColorC",
      [
        "CDominantColor", "CForkGate", "CLibrary", "ColorNames", "DominantColor", "FilePalettes",
        "Files", "ImageCodecs", "LargePages", "Pixels",
      ]),
  ])

let measuring = area(
  "Measuring",
  [
    .c("CMeasuringShims"),
    .swift(
      "Measuring",
      ["CLibrary", "CMeasuringShims", "Hashing", "OrderedJSON", "Processors", "Spawning"]),
    .swift("BenchmarkWorker"),
  ])

let kernels = area(
  "Kernels",
  [
    .c("CPackagedPhoto"),
    .swift(
      "KernelWorkloads",
      [
        "CPackagedPhoto", "DominantColor", "Files", "ImageCodecs", "Measuring", "OrderedJSON",
        "Pixels", "Processors", "Reporting", "SyntheticImages",
      ]),
    .swift(
      "KernelTuning",
      [
        "DominantColor", "Files", "KernelWorkloads", "Measuring", "OrderedJSON", "Pixels",
        "Reporting", "SyntheticImages",
      ]),
  ])

let history = area(
  "History",
  [
    .swift("ExchangeDocuments", ["Measuring"]),
    .swift(
      "HistoryExchange",
      ["CZlib", "ExchangeDocuments", "MarkupEscaping", "Measuring", "OrderedJSON"]),
    .swift(
      "TimingHistory",
      [
        "CLibrary", "ExchangeDocuments", "Files", "Hashing", "MarkupEscaping", "Measuring",
        "OrderedJSON", grdb,
      ]),
    .c("CLibPQ"),
    .swift(
      "FleetHistory",
      ["CLibPQ", "CLibrary", "Files", "Hashing", "Measuring", "OrderedJSON", "TimingHistory"]),
    .c("CDashboardPage"),
    .swift(
      "HistoryDashboard",
      [
        "CDashboardPage", "CLibrary", "ExchangeDocuments", "Hashing", "HistoryExchange",
        "MarkupEscaping", "Measuring", "OrderedJSON", "TimingHistory",
      ],
      exclude: ["Page/Parts"]),
    .swift(
      "HistoryReports",
      [
        "CLibrary", "ExchangeDocuments", "Files", "HistoryDashboard", "HistoryExchange",
        "Measuring", "OrderedJSON", "Reporting", "TimingHistory",
      ]),
  ])

let benchmarks = area(
  "Benchmarks",
  [
    .swift("ProgramLayouts", ["CLibrary", "Files", "Hashing", "OrderedJSON", "Spawning"]),
    .swift(
      "BenchmarkBuilds",
      [
        "CLibrary", "Files", "Hashing", "Measuring", "OrderedJSON", "ProgramLayouts", "Reporting",
      ]),
    .swift(
      "BenchmarkHarness",
      [
        "BenchmarkBuilds", "CLibrary", "ExchangeDocuments", "Files", "HistoryReports",
        "MarkupEscaping", "Measuring", "OrderedJSON", "Reporting", "Spawning", "TimingHistory",
      ]),
    .c("CSuiteFiles", exclude: ["Plugins"]),
    .swift(
      "BenchmarkSuites",
      [
        "BenchmarkBuilds", "BenchmarkHarness", "CLibrary", "CSuiteFiles", "Files", "HistoryReports",
        "MarkupEscaping", "Measuring", "OrderedJSON", "ProgramLayouts", "Reporting", "TOML",
        "TimingHistory",
      ]),
    .swift(
      "Explanations",
      [
        "BenchmarkBuilds", "BenchmarkHarness", "BenchmarkSuites", "CLibrary", "Files",
        "HistoryReports", "MarkupEscaping", "Measuring", "OrderedJSON", "ProgramLayouts",
        "Reporting",
      ]),
    .swift(
      "Refereeing",
      [
        "BenchmarkBuilds", "BenchmarkHarness", "BenchmarkSuites", "CLibrary", "Files", "Measuring",
        "OrderedJSON", "Reporting",
      ]),
  ])

let commands = area(
  "Commands",
  [
    .c("CBuildOrigin"),
    .swift("CommandText", ["CBuildOrigin", "CLibrary", "Reporting", "Spawning"]),
    .swift("CommandOptions", ["CommandText", "OrderedJSON", "Reporting", argumentParser]),
    .program(
      "kernels",
      [
        "CLibrary", "CommandOptions", "CommandText", "DominantColor", "KernelTuning",
        "KernelWorkloads", "Measuring", "OrderedJSON", "Reporting", argumentParser,
      ]),
    .c("CICUStub"),
    .program(
      "bench",
      [
        "BenchmarkBuilds", "BenchmarkHarness", "BenchmarkSuites", "CICUStub", "CLibrary",
        "CommandOptions", "CommandText", "ExchangeDocuments", "Explanations", "Files",
        "FleetHistory", "HistoryExchange", "HistoryReports", "Measuring",
        "OrderedJSON", "Refereeing", "Reporting", "TimingHistory", argumentParser,
      ]),
    .swift(
      "ShowHideCommand",
      [
        "CLibrary", "ColorIndex", "ColorNames", "CommandText", "DominantColor", "FilePalettes",
        "Files", "Hashing", "ImageCodecs", "MarkupEscaping", "OrderedJSON", "Pixels", "Processors",
        "Reporting", "Sandboxing", "ShowHide", argumentParser,
      ]),
    // Not named showhide: a file system that ignores case cannot tell that from ShowHide.
    .program(
      "ShowHideMain", ["ShowHideCommand"],
      // One file without shared libraries of Swift: 3 MB less of a process, and nothing to miss
      // on a machine without a toolchain.
      linkerSettings: [
        .unsafeFlags(
          ["-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims"],
          .when(platforms: [.linux]))
      ]),
    .c("CPicturePage"),
    .swift(
      "PictureServer",
      [
        "CLibrary", "CPicturePage", "ColorIndex", "ColorNames", "DominantColor", "Files",
        "ImageCodecs", "OrderedJSON", "Pixels", "Spawning",
      ],
      exclude: ["Page/Parts"]),
  ])

let laboratory = area(
  "Laboratory",
  [
    .swift(
      "HistorySimulation",
      [
        "CLibrary", "ExchangeDocuments", "HistoryExchange", "Measuring", "OrderedJSON",
        "Refereeing", "Reporting", "TimingHistory",
      ]),
    .swift(
      "KernelGoals",
      [
        "BenchmarkHarness", "DominantColor", "FilePalettes", "Files", "HistoryReports",
        "ImageCodecs", "KernelWorkloads", "Measuring", "OrderedJSON", "Pixels", "Processors",
        "Reporting", "ShowHide", "SyntheticImages",
      ]),
    .swift(
      "MethodRaces",
      [
        "BenchmarkBuilds", "BenchmarkHarness", "BenchmarkSuites", "CLibrary", "Files", "Measuring",
        "OrderedJSON", "Reporting",
      ]),
    .program(
      "lab",
      [
        "BenchmarkBuilds", "BenchmarkHarness", "BenchmarkSuites", "CommandOptions", "CommandText",
        "DominantColor", "Files", "HistoryExchange", "HistoryReports", "HistorySimulation",
        "ImageCodecs", "KernelGoals", "KernelWorkloads", "Measuring", "MethodRaces", "OrderedJSON",
        "Processors", "Reporting", "TimingHistory", argumentParser,
      ]),
  ])

// MARK: - Tests

let support = tests(
  "Support",
  [
    .swift("CommandTestSupport", ["CLittleCMS", "ImageCodecs", "Reporting"]),
    // So that the thread sanitizer follows locks that threads wait for.
    .target(name: "CMutexAnnotations", path: "MutexAnnotations"),
  ])

let baseTests = tests(
  "Base",
  [
    .test("FilesTests", ["Files"]),
    .test("HashingTests", ["Hashing"]),
    .test("LargePagesTests", ["LargePages"]),
    .test("MarkupEscapingTests", ["MarkupEscaping"]),
    .test("OrderedJSONTests", ["OrderedJSON"]),
    .test("ReportingTests", ["Reporting"]),
    .test("SpawningTests", ["CLibrary", "CommandTestSupport", "Spawning"]),
    .test("TOMLTests", ["TOML"]),
    .c("CSandboxEscapes"),
    .program("SandboxProbe", ["CSandboxEscapes", "Sandboxing"]),
  ])

let colorTests = tests(
  "Color",
  [
    .test("ColorNamesTests", ["ColorNames", "DominantColor", "Pixels"]),
    .test(
      "DominantColorTests",
      [
        "CommandTestSupport", "DominantColor", "Hashing", "ImageCodecs", "Pixels", "Processors",
        "SyntheticImages",
      ]),
    .test("PixelsTests", ["Pixels"]),
    .test("ShowHideTests", ["DominantColor", "Pixels", "ShowHide", "SyntheticImages"]),
    .test("SyntheticImagesTests", ["Hashing", "Pixels", "SyntheticImages"]),
  ])

let pictureTests = tests(
  "Pictures",
  [
    .test(
      "ColorIndexTests",
      ["ColorIndex", "CommandTestSupport", "DominantColor", "Files", "Hashing", "Pixels", grdb]),
    .test(
      "FilePalettesTests",
      [
        "CommandTestSupport", "DominantColor", "FilePalettes", "Files", "HostileFiles",
        "ImageCodecs", "Measuring", "Pixels", "ShowHide", "SyntheticImages",
      ]),
    .test(
      "ImageCodecsTests",
      [
        "CImageShims", "CLibrary", "CommandTestSupport", "Files", "Hashing", "ImageCodecs",
        "Pixels", "SyntheticImages",
      ]),
    .test("JPEGMeansTests", ["Hashing", "JPEGLanes", "JPEGMeans", "JPEGOracle"]),
    .c("JPEGOracle", ["CLibJPEG"]),
    .test("PNGRowsTests", ["CImageShims", "Hashing", "PNGRows", "ZlibOracle"]),
    .c("ZlibOracle", ["CZlib"]),
  ])

let bindingTests = tests(
  "Bindings",
  [
    .test("DominantColorCTests", ["CInterfaceCheck", "DominantColorC"]),
    .target(
      name: "CInterfaceCheck", dependencies: ["CDominantColor"], path: "CInterface",
      exclude: ["check.sh"]),
  ])

let measuringTests = tests(
  "Measuring", [.test("MeasuringTests", ["CommandTestSupport", "Measuring"])])

let kernelTests = tests(
  "Kernels",
  [
    .test(
      "KernelWorkloadsTests",
      [
        "CommandTestSupport", "DominantColor", "ImageCodecs", "KernelWorkloads", "Measuring",
        "OrderedJSON", "Pixels", "Processors", "Reporting", "SyntheticImages",
      ]),
    .test(
      "KernelTuningTests",
      [
        "CommandText", "DominantColor", "KernelTuning", "KernelWorkloads", "Measuring",
        "OrderedJSON", "Pixels", "Reporting", "SyntheticImages",
      ]),
  ])

let historyTests = tests(
  "History",
  [
    .test(
      "FleetHistoryTests",
      [
        "CLibrary", "CommandTestSupport", "FleetHistory", "Measuring", "OrderedJSON",
        "TimingHistory",
      ]),
    .test(
      "HistoryDashboardTests",
      [
        "ExchangeDocuments", "Hashing", "HistoryDashboard", "HistoryExchange",
        "HistorySimulation", "MarkupEscaping", "Measuring", "TimingHistory",
      ]),
    .test(
      "HistoryReportsTests",
      [
        "CommandTestSupport", "ExchangeDocuments", "HistoryDashboard", "HistoryExchange",
        "HistoryReports", "Measuring", "OrderedJSON", "Reporting", "TimingHistory",
      ]),
    .test(
      "TimingHistoryTests",
      [
        "CLibrary", "CommandTestSupport", "ExchangeDocuments", "Hashing", "HistoryExchange",
        "HistorySimulation", "Measuring", "OrderedJSON", "TimingHistory", grdb,
      ]),
  ])

let benchmarkTests = tests(
  "Benchmarks",
  [
    .test(
      "BenchmarkBuildsTests",
      ["BenchmarkBuilds", "CommandTestSupport", "Files", "Measuring", "Reporting"]),
    .test(
      "BenchmarkHarnessTests",
      [
        "BenchmarkBuilds", "BenchmarkHarness", "CommandTestSupport", "CommandText",
        "HistoryReports", "Measuring", "OrderedJSON", "Reporting", "TimingHistory",
      ]),
    .test(
      "BenchmarkSuitesTests",
      [
        "BenchmarkBuilds", "BenchmarkHarness", "BenchmarkSuites", "CommandTestSupport",
        "CommandText", "HistoryReports", "Measuring", "OrderedJSON", "Reporting", "TimingHistory",
      ]),
    .test(
      "ExplanationsTests",
      [
        "BenchmarkBuilds", "BenchmarkHarness", "CommandTestSupport", "Explanations", "Measuring",
        "ObjectFileTestSupport", "OrderedJSON", "ProgramLayouts",
      ]),
    .test("RefereeingTests", ["Measuring", "OrderedJSON", "Refereeing"]),
    .test(
      "ProgramLayoutsTests",
      ["CommandTestSupport", "Measuring", "ObjectFileTestSupport", "ProgramLayouts"]),
    .swift("ObjectFileTestSupport", ["ProgramLayouts"]),
  ])

let commandTests = tests(
  "Commands",
  [
    .test("CommandTextTests", ["CommandText", "Reporting"]),
    .test(
      "KernelsCommandTests",
      [
        "CommandTestSupport", "DominantColor", "KernelTuning", "Measuring", "OrderedJSON",
        "kernels", argumentParser,
      ]),
    .test(
      "CommandTests",
      [
        "BenchmarkBuilds", "BenchmarkHarness", "BenchmarkSuites", "CommandOptions",
        "CommandTestSupport",
        "CommandText", "ExchangeDocuments", "Files", "FleetHistory", "HistoryDashboard",
        "HistoryExchange", "HistoryReports", "Measuring", "OrderedJSON", "Reporting",
        "TimingHistory", "bench", "kernels", argumentParser,
      ]),
    .test(
      "PictureServerTests",
      ["CommandTestSupport", "Hashing", "OrderedJSON", "PictureServer", grdb]),
    .test(
      "ShowHideCommandTests",
      [
        "CommandTestSupport", "CommandText", "DominantColor", "FilePalettes", "Files",
        "ImageCodecs",
        "OrderedJSON", "Pixels", "Reporting", "ShowHide", "ShowHideCommand", "SyntheticImages",
        argumentParser,
      ]),
  ])

let laboratoryTests = tests(
  "Laboratory",
  [
    .test(
      "HistorySimulationTests",
      [
        "CommandTestSupport", "ExchangeDocuments", "HistoryExchange", "HistorySimulation",
        "Measuring", "TimingHistory",
      ]),
    .test(
      "KernelGoalsTests",
      [
        "CommandTestSupport", "CommandText", "DominantColor", "Files", "HistoryReports",
        "ImageCodecs", "KernelGoals", "KernelWorkloads", "Measuring", "OrderedJSON", "Pixels",
        "Reporting", "SyntheticImages",
      ]),
    .test("MethodRacesTests", ["Measuring", "MethodRaces", "OrderedJSON"]),
    .test(
      "LabTests",
      ["BenchmarkBuilds", "CommandTestSupport", "OrderedJSON", "lab", argumentParser]),
  ])

/// Damaged files, kills and load.
let robustnessTests = tests(
  "Robustness",
  [
    .test(
      "FaultTests",
      [
        "CommandTestSupport", "DominantColor", "ImageCodecs", "Measuring", "Pixels",
        "SyntheticImages", "TimingHistory", grdb,
      ],
      exclude: ["Shim"]),
    .program(
      "FaultCheck",
      [
        "ColorIndex", "CommandTestSupport", "DominantColor", "Hashing", "ImageCodecs", "Pixels",
        "SyntheticImages", "TimingHistory", grdb,
      ],
      path: "Faults"),
    .target(
      name: "HostileFiles",
      dependencies: [
        "DominantColor", "FilePalettes", "ImageCodecs", "JPEGMeans", "JPEGOracle", "Measuring",
        "Pixels",
      ],
      path: "Hostile/Files", swiftSettings: strict),
    .program(
      "HostileCheck", ["Files", "HostileFiles", "ImageCodecs", "Measuring"],
      path: "Hostile/Check"),
    .program(
      "LoadCheck",
      [
        "CMutexAnnotations", "DominantColor", "Measuring", "Pixels", "SyntheticImages",
        "TimingHistory",
      ],
      path: "Load"),
  ])

let performanceTests: [Target] = [
  .test(
    "PerfTests",
    [
      "ColorIndex", "DominantColor", "FilePalettes", "Files", "Hashing", "ImageCodecs", "JPEGMeans",
      "Pixels", "ShowHide", "SyntheticImages",
    ],
    path: "PerfTests", exclude: ["CAllocationCounter", "Counts", "KernelCounts"]),
  .target(name: "CAllocationCounter", path: "PerfTests/CAllocationCounter"),
  .program(
    "KernelCounts", ["CAllocationCounter", "DominantColor", "Pixels", "SyntheticImages"],
    path: "PerfTests/KernelCounts",
    // Older valgrinds give up on this debug information; the symbols' names are all they need.
    linkerSettings: [.unsafeFlags(["-Xlinker", "--strip-debug"], .when(platforms: [.linux]))]),
]

// MARK: - The package

let package = Package(
  name: "swift-dominant-color",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "DominantColor", targets: ["DominantColor", "Pixels"]),
    .library(name: "Files", targets: ["Files"]),
    .library(name: "ImageCodecs", targets: ["ImageCodecs", "Files", "Pixels", "Processors"]),
    .library(name: "FilePalettes", targets: ["FilePalettes"]),
    .library(name: "ShowHide", targets: ["ShowHide"]),
    // Python/link.sh makes libdominantcolor of it, with Swift's runtime inside.
    .library(name: "DominantColorC", type: .static, targets: ["DominantColorC"]),
    .library(name: "Measuring", targets: ["Measuring"]),
    // One file without dependencies, for programs whose work is measured.
    .library(name: "BenchmarkWorker", targets: ["BenchmarkWorker"]),
    .executable(name: "bench", targets: ["bench"]),
    .executable(name: "kernels", targets: ["kernels"]),
    .executable(name: "showhide", targets: ["ShowHideMain"]),
  ],
  traits: [
    .default(enabledTraits: isDependency ? [] : [commandsTrait]),
    .trait(
      name: commandsTrait,
      description: "bench, its plugin and showhide, with the packages they need."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: base + color + pictures + bindings + measuring + kernels + history + benchmarks
    + commands + laboratory + support + baseTests + colorTests + pictureTests + bindingTests
    + measuringTests + kernelTests + historyTests + benchmarkTests + commandTests
    + laboratoryTests + robustnessTests + performanceTests,
  swiftLanguageModes: [.v6]
)

// MARK: - What only some builds have

/// The value of a variable of the environment that is set and not empty.
func option(_ name: String) -> String? {
  Context.environment[name].flatMap { $0.isEmpty ? nil : $0 }
}

// Sanitizers and valgrind watch the ends of memory that comes from the heap, each part of it by itself.
if option("WATCHED_MEMORY") != nil {
  for target in package.targets where target.name == "LargePages" {
    target.swiftSettings = strict + [.define("WATCHED_MEMORY")]
  }
}

// What a release says about its build to `--version` (`make release`).
if let build = option("RELEASE_BUILD") {
  for target in package.targets where target.name == "CBuildOrigin" {
    target.cSettings = [.define("RELEASE_BUILD", to: "\"\(build)\"")]
  }
}

// TEST_TARGETS=FilesTests,PixelsTests: these tests only, which saves compiling the others.
if let names = option("TEST_TARGETS") {
  let wanted = Set(names.split(separator: ",").map(String.init))
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

// Debug tests count millions of pixels, search thousands of simulated histories and read large programs.
// Optimised they take a fraction of the time, and every check of a debug build stays: overflow, bounds,
// preconditions and assertions. A module as a whole is optimised in two thirds of the time that its
// files take.
if option("OPTIMISED_PIXELS") != nil {
  let count: Set = [
    "ColorIndex", "DominantColor", "FilePalettes", "Files", "Hashing", "HistoryDashboard",
    "HistoryExchange", "ImageCodecs", "JPEGLanes", "JPEGMeans", "LargePages", "Measuring",
    "OrderedJSON",
    "PNGRows", "Pixels", "ProgramLayouts", "RowBodies", "SIMDBodies", "ShowHide",
    "SyntheticImages", "TimingHistory",
  ]
  for target in package.targets
  where count.contains(target.name)
    || ["SIMD", "JPEGLanes", "RowBodies"].contains(where: { kind in
      instructionSets.keys.contains { target.name == kind + $0 }
    })
  {
    target.swiftSettings? += [
      .unsafeFlags(
        ["-O", "-whole-module-optimization", "-num-threads", "2", "-assert-config", "Debug"],
        .when(configuration: .debug))
    ]
  }
  for target in package.targets where target.name == "CImageShims" {
    target.cSettings = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
  }
}

// Release tests are those of what is optimised by hand: pixels, files of pictures, measuring. What starts
// programs, keeps histories or prints behaves the same in release, and compiling it takes longer than all that.
if option("OPTIMISED_TESTS") != nil {
  let areas = ["Base", "Color", "Pictures", "Bindings", "Measuring"].map { "Tests/\($0)/" }
  // Tests of the index look into it with GRDB, which takes longest of all.
  let roots = package.targets.filter { target in
    (areas.contains { target.path?.hasPrefix($0) == true } && target.name != "ColorIndexTests")
      || target.path?.hasPrefix("PerfTests") == true
  }
  keep(roots.map(\.name))
}

/// Leaves these targets, what they depend on, and products of nothing else.
@MainActor func keep(_ names: [String]) {
  var kept: Set<String> = []
  var open = names
  while let name = open.popLast() {
    guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name })
    else { continue }
    for case .byNameItem(let dependency, _) in target.dependencies { open.append(dependency) }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { product in
    let targets =
      (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets
    return !(targets ?? []).allSatisfy(kept.contains)
  }
}

// `swift package bench …`, for packages that depend on this one. SwiftPM builds what a plugin starts a
// second time, as a tool, and this package's own tests do not need that: `make` leaves the plugin out.
if Context.environment["NO_PLUGIN"] == nil {
  package.products.append(.plugin(name: "BenchPlugin", targets: ["BenchPlugin"]))
  package.targets += area(
    "Commands",
    [
      .plugin(
        name: "BenchPlugin",
        capability: .command(
          intent: .custom(verb: "bench", description: "Compare and record benchmarks"),
          permissions: []),
        dependencies: ["bench"])
    ])
}

// The server brings two dozen packages along, which nothing else needs: only `make serve` and its like
// resolve and build them.
if option("SERVER") != nil {
  package.products.append(.executable(name: "showhide-serve", targets: ["ShowHideServe"]))
  package.dependencies += [
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ]
  package.targets += area(
    "Commands",
    [
      .program(
        "ShowHideServe",
        ["CLibrary", "CommandText", "Files", "PictureServer", "Reporting", argumentParser]
          + hummingbird)
    ])
}

// Fuzz targets have no main of their own: libFuzzer brings it, so only `make fuzz` may build them.
if option("FUZZ") != nil {
  let fuzzed: [(String, [Target.Dependency])] = [
    ("Images", ["ImageCodecs", "Pixels"]), ("Tuning", ["DominantColor"]),
    ("Exchange", ["HistoryExchange"]), ("Means", ["JPEGMeans"]),
    ("Rows", ["PNGRows", "ZlibOracle"]),
  ]
  package.targets += tests(
    "Robustness",
    fuzzed.map { name, libraries in
      .executableTarget(
        name: "Fuzz\(name)", dependencies: libraries, path: "Fuzz/\(name)",
        swiftSettings: [.unsafeFlags(["-parse-as-library"])])
    })
}

// C_LIBRARY=1: libdominantcolor and what it is made of, without any other package: what the source
// distribution for Python builds.
if option("C_LIBRARY") != nil {
  keep(["DominantColorC"])
  package.products.removeAll { $0 is Product.Plugin }
  package.dependencies = []
}
