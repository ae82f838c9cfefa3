/** In how many pixels of width the picture is built: for phones and for wide windows, with one or more of them to a point. */
export const widths = [480, 960, 1440, 1920]

/** "season-pictures/home-1a2b3c4d.svg" → "home-1a2b3c4d", which is another when the picture is. */
export const widePictureName = ({ name }: { name: string }) => name.replace(/^.*\/|\.\w+$/g, '')

/** What the first page shows: the point that is never cut off in quarters of width and height, for the sheet's classes. */
export function widePicture({ name, alt, focus }: { name: string; alt: string; focus: string }) {
  const [x, y] = focus.split(' ').map((percent) => Math.round(Number.parseInt(percent, 10) / 25))
  return { name: widePictureName({ name }), alt, x, y }
}
