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

/** The same of a picture that may be gone: what a kept state names it then stands in place of its bytes. */
export const pictureIn = (of: string, img: string) =>
  img.includes(';base64,') ? pictureName(of, img) : img.replace(/^data:image\//, '')
