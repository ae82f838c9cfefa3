import { createHash } from 'node:crypto'

const endings: Record<string, string> = { 'svg+xml': 'svg', jpeg: 'jpg' }

/** Named by whom it shows and by what is in it: the same picture has the same name in every file. */
export function pictureName(of: string, img: string): string {
  const type = /^data:image\/([^;]+)/.exec(img)?.[1] ?? 'png'
  const plain = of
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]+/g, '-')
  const hash = createHash('md5').update(img).digest('hex').slice(0, 8)
  return `season-pictures/${plain}-${hash}.${endings[type] ?? type}`
}
