// The palette of a picture in the colours that its profile means.

import {count} from "./counting.js";
import {inDisplayP3} from "./dominantcolor/answers.js";
import {openPicture} from "./picture-source.js";

/**
 * The palette in Display P3 on a screen that shows it (then with `displayP3` beside each colour of sRGB), or in sRGB of a PNG
 * that this page has read as it is stored. Null where the pixels that were counted are those of sRGB.
 */
export async function meantColours(file, picture, without, isWideScreen) {
  const isConverted = Boolean(picture.small) && picture.format !== "png";
  if (!picture.hasOwnColours || (isConverted && !isWideScreen)) return null;
  const meant = await openPicture(file, {colorSpace: isWideScreen ? "display-p3" : "srgb"});
  try {
    const {palette} = await count(meant, without, null);
    return isWideScreen ? inDisplayP3(palette, true) : palette;
  } finally {
    meant.close();
  }
}
