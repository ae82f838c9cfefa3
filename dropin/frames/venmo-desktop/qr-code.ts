import { encode } from 'uqr'

/** Modules of white around a code, without which cameras do not find it. */
const quietEdge = 4

/** A QR code as a drawing of squares: each row's runs of black. */
export function drawingOf(text: string) {
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
