import DominantColor
import Files
import ImageCodecs
import ShowHide

let photo = try ImageDecoder().decode(try readFile(at: "photo.jpg"))
let analysis = try await Analysis.analyze(photo.image, threads: 2) { _ in }
let shown = try analysis.image(showing: analysis.dominantSelection(tolerance: 20, feather: 5))
print("\(shown.width) × \(shown.height) pixels, partly grey")
