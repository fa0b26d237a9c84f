// Several pictures as one: a circle for each dominant colour, at the golden angle from the one before
// (Vogel 1979), as `showhide sunflower` draws them.

const STEP = {x: -0.7373688780783198, y: 0.6754902942615238};
const SVG = "http://www.w3.org/2000/svg";

export function places(count, spacing) {
  const result = [];
  let x = 1, y = 0;
  for (let i = 0; i < count; i++) {
    const distance = spacing * Math.sqrt(i + 0.5);
    result.push({x: x * distance, y: y * distance});
    [x, y] = [x * STEP.x - y * STEP.y, x * STEP.y + y * STEP.x];
  }
  return result;
}

export function drawSunflower(svg, pictures, onChoose) {
  const spacing = 92 / (Math.sqrt(pictures.length) + 0.6);
  svg.replaceChildren();
  const at = places(pictures.length, spacing);
  // Few circles lie to one side of the middle: the drawing ends where they do.
  const reach = 0.75 * spacing;
  const left = Math.min(...at.map(place => place.x)) - reach, right = Math.max(...at.map(place => place.x)) + reach;
  const top = Math.min(...at.map(place => place.y)) - reach, bottom = Math.max(...at.map(place => place.y)) + reach;
  svg.setAttribute("viewBox", [left, top, right - left, bottom - top].map(value => value.toFixed(2)).join(" "));
  pictures.forEach((picture, index) => {
    const circle = document.createElementNS(SVG, "circle");
    circle.setAttribute("cx", at[index].x.toFixed(2));
    circle.setAttribute("cy", at[index].y.toFixed(2));
    circle.setAttribute("r", (0.72 * spacing).toFixed(2));
    circle.setAttribute("fill", picture.swatches[0].color);
    const title = document.createElementNS(SVG, "title");
    title.textContent = `${picture.name}: ${picture.swatches[0].name}`;
    circle.append(title);
    circle.addEventListener("click", () => onChoose(picture));
    svg.append(circle);
  });
  svg.setAttribute("aria-label", "Sunflower of " + pictures.map(
    picture => `${picture.name}, ${picture.swatches[0].name}`).join("; "));
}
