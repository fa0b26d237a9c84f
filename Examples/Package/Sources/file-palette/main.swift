import FilePalettes
import ImageCodecs

let answer = try FilePaletteReader().palette(of: ImageFile(opening: "photo.jpg"))
print(answer.palette.dominant?.color as Any, answer.isExact)
