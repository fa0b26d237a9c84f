"""What examples in documentation comments take as given, by the name of their file; "" is for all of them."""

GIVEN = {
    "": [
        "let image: ImageBuffer", "let photo: ImageBuffer", "let width: Int", "let height: Int",
        "let band: UnsafeMutableRawBufferPointer", "let bytes: UnsafeRawBufferPointer",
        "let decoder: ImageDecoder", "let red: RGB8", "let blue: RGB8", "let decoded: ImageBuffer",
        "let now: Int64",
        "func nextRows() -> PixelView? { given() }", "func nextOutlineRows() -> PixelView? { given() }",
    ],
    "TimelineDrawing": ["let report: HistoryReport"],
    "DashboardPage": ["let report: HistoryReport"],
    "HistoryReport": ["import TimingHistory", "let store: HistoryStore"],
    "ExampleHistory": ["import TimingHistory"],
    "NoisyBisection": ["import Measuring", "let confirmed: LogRatio", "func session(_ commit: Int) -> [Double] { given() }"],
    "ChangePointDetector": ["let times: [Double]"],
    "MachineClass": ["import Measuring", "let environment: EnvironmentRecord"],
    "HistoryStore": [
        "import Measuring", "let later: Int64", "let series: SeriesRecord",
        "let epoch: Epoch",
    ],
    "AverageColor": ["let pixels: PixelView"],
    "FewColors": ["let pixels: PixelView"],
    "CallgrindRegion": ["func work() {}"],
    "PeakMemory": ["func work() {}"],
    "EnvironmentRecord": ["let earlier: EnvironmentRecord"],
    "PairedSession": ["let oldTool: String", "let newTool: String", "let environment: [String]"],
    "CancellationFlag": [
        "let timer = InterleavedTimer(plan: TimingPlan(budget: 1))", "let contenders: [Contender]", "let flag: CancellationFlag",
    ],
    "Contender": ["let numbers: [Int]"],
    "InterleavedTimer": ["func a() {}", "func b() {}"],
    "Workload": [
        "struct Image { func mean() -> Double { given() } }", "func load() throws -> Image { given() }",
    ],
    "WorkerLoop": ["func sums(of sizes: [String]) throws -> [Workload] { given() }"],
    "ProcessStart": ["import CLibrary"],
    "OutlineProof": ["let firstTiles: [UInt32]"],
    "PaletteHistogram": ["let parts: [[UInt8]]"],
    "PaletteHistogramBuilder": ["var corpus: PaletteHistogram"],
    "ColorIndexStore": ["let entry: FolderWalk.Entry", "let palette: IndexedPalette"],
    "ImageRowWriter": ["let rows: PixelView", "var file: [UInt8]"],
    "GamutConversion": [
        "let file: ImageFile", "let pixels: UnsafeMutableRawBufferPointer",
    ],
    "PNGRowsReader": [
        "struct File { func read(into: UnsafeMutableRawBufferPointer) -> Int { given() } }",
        "let file: File", "let band: UnsafeMutableRawPointer",
    ],
    "JPEGRowsReader": [
        "let file: Int32", "func read(_ file: Int32, into: UnsafeMutableRawBufferPointer) -> Int { given() }",
        "let band: UnsafeMutableRawPointer",
    ],
    "JPEGMeansReader": [
        "let file: Int32", "func read(_ file: Int32, into: UnsafeMutableRawBufferPointer) -> Int { given() }",
    ],
}  # fmt: skip
