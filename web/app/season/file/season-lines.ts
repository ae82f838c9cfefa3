import { type Document, isMap, isNode, isScalar } from 'yaml'

export type Path = (string | number)[]

/** Sort positions for a structure without a text; a missing path has that of its parent. */
export function positionsIn(written: unknown): (path: Path) => number {
  const places = new Map<string, number>()
  const count = (node: unknown, path: Path) => {
    places.set(path.join('\n'), places.size + 1)
    if (typeof node !== 'object' || node === null) return
    for (const [name, value] of Object.entries(node)) count(value, [...path, name])
  }
  count(written, [])
  const findPosition = (path: Path): number => places.get(path.join('\n')) ?? findPosition(path.slice(0, -1))
  return findPosition
}

/** Line of the key at `path`, or of its nearest existing parent. */
export function findLine(document: Document, lineAt: (offset: number) => number, path: Path): number {
  const last = path.at(-1)
  const around = path.length > 0 ? document.getIn(path.slice(0, -1), true) : document.contents
  const pair = isMap(around)
    ? around.items.find(({ key }) => isScalar(key) && String(key.value) === String(last))
    : undefined
  const node = pair ? pair.key : path.length > 0 ? document.getIn(path, true) : around
  if (isNode(node) && node.range) return lineAt(node.range[0])
  return path.length > 0 ? findLine(document, lineAt, path.slice(0, -1)) : 1
}
