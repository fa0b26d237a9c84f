import DominantColor
import Files
import ImageCodecs

let photo = try ImageDecoder().decode(try readFile(at: "photo.jpg"))
let palette = Dominant.palette(of: photo.image)
if let dominant = palette.dominant {
  print(dominant.color, dominant.population)  // #eef2f9 0.19192769320843092
}
