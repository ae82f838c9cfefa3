import { createHash } from 'node:crypto'

const endings: Record<string, string> = { 'svg+xml': 'svg', jpeg: 'jpg' }

/** Content-addressed: equal pictures have equal names in every file. */
export function pictureName(subject: string, img: string): string {
  const type = /^data:image\/([^;]+)/.exec(img)?.[1] ?? 'png'
  const plain = subject
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]+/g, '-')
  const hash = createHash('md5').update(img).digest('hex').slice(0, 8)
  return `season-pictures/${plain}-${hash}.${endings[type] ?? type}`
}
