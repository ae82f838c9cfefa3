import { encode } from 'uqr'

/** Quiet zone, in modules: cameras need it. */
const quietEdge = 4

/** SVG path with one rectangle for each run of black modules. */
export function drawQrCode(text: string) {
  const { data, size } = encode(text, { ecc: 'L', border: quietEdge })
  const runs = data.flatMap((row, y) =>
    runsIn(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`),
  )
  return { size, path: runs.join('') }
}

function runsIn(row: boolean[]) {
  const starts = row.flatMap((isBlack, x) => (isBlack && !row[x - 1] ? [x] : []))
  return starts.map((x) => {
    const end = row.indexOf(false, x)
    return { x, length: (end < 0 ? row.length : end) - x }
  })
}
