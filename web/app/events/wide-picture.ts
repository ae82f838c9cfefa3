/** In pixels, for phones up to wide windows at several pixel densities. */
export const widths = [480, 960, 1440, 1920]

/** "season-pictures/home-1a2b3c4d.svg" → "home-1a2b3c4d": changes with the content. */
export const widePictureName = ({ name }: { name: string }) => name.replace(/^.*\/|\.\w+$/g, '')

/** The focus in quarters of width and height, as CSS data attributes. */
export function widePicture({ name, alt, focus }: { name: string; alt: string; focus: string }) {
  const [x, y] = focus.split(' ').map((percent) => Math.round(Number.parseInt(percent, 10) / 25))
  return { name: widePictureName({ name }), alt, x, y }
}
