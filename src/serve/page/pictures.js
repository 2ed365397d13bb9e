// The board as a picture: SVG that needs no style sheet, and PNG made of it.

const PAINTED = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "font-family", "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline",
];

/** The text of an SVG file that shows the same. */
export function svgText(svg) {
  const copy = svg.cloneNode(true);
  const [, , width, height] = svg.getAttribute("viewBox").split(" ");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  for (const name of ["style", "aria-hidden", "id"]) copy.removeAttribute(name);
  const [from, to] = [svg, copy].map((root) => [...root.querySelectorAll("*")]);
  from.forEach((element, place) => {
    const style = getComputedStyle(element);
    for (const name of PAINTED) to[place].setAttribute(name, style.getPropertyValue(name));
    to[place].removeAttribute("class");
  });
  return new XMLSerializer().serializeToString(copy);
}

/** A PNG file of it, `scale` pixels for each unit of the drawing. */
export async function pngOf(svg, scale = 2) {
  const address = URL.createObjectURL(new Blob([svgText(svg)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width * scale, image.height * scale];
    const context = canvas.getContext("2d");
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
