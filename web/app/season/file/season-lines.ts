import { type Document, isMap, isNode, isScalar } from 'yaml'

export type Path = (string | number)[]

/** The place of each part of a season that stands in no file, by their order; of what is missing, that of the group around it. */
export function orderOf(written: unknown): (path: Path) => number {
  const places = new Map<string, number>()
  const count = (part: unknown, path: Path) => {
    places.set(path.join('\n'), places.size + 1)
    if (typeof part !== 'object' || part === null) return
    for (const [name, value] of Object.entries(part)) count(value, [...path, name])
  }
  count(written, [])
  const placeOf = (path: Path): number => places.get(path.join('\n')) ?? placeOf(path.slice(0, -1))
  return placeOf
}

/** The line of the name at `path`, or of the nearest group around it where the name is missing. */
export function lineOfPath(document: Document, lineAt: (offset: number) => number, path: Path): number {
  const last = path.at(-1)
  const around = path.length > 0 ? document.getIn(path.slice(0, -1), true) : document.contents
  const pair = isMap(around)
    ? around.items.find(({ key }) => isScalar(key) && String(key.value) === String(last))
    : undefined
  const node = pair ? pair.key : path.length > 0 ? document.getIn(path, true) : around
  if (isNode(node) && node.range) return lineAt(node.range[0])
  return path.length > 0 ? lineOfPath(document, lineAt, path.slice(0, -1)) : 1
}
