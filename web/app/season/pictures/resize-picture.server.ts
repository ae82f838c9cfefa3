import type Sharp from 'sharp'
import { oneAtATime } from '#season/drafts/one-at-a-time.server.ts'

/** A data URL; or a predicate for an error message that begins with the file's name. */
export type Fitted = { img: string } | { why: string }

/** Larger than any photo of a phone. */
export const mostUploadBytes = 20_000_000
const mostBytes = 300_000
/** More than cameras make; bounds the memory for decoding. */
export const mostPixels = 64_000_000

/** Magic numbers in hex. */
const beginnings = {
  // A mark of its letters, blanks, and "<".
  'svg+xml': /^(efbbbf)?(09|0a|0d|20)*3c/,
  png: /^89504e470d0a1a0a/,
  jpeg: /^ffd8ff/,
  webp: /^52494646.{8}57454250/,
  // "ftyp", and then "hei…", "hev…", "mif1" or "msf1".
  heic: /^.{8}66747970(686569|686576|6d696631|6d736631)/,
}
type Kind = keyof typeof beginnings

export function detectKind(bytes: Uint8Array): Kind | undefined {
  const hex = Buffer.from(bytes.subarray(0, 100)).toString('hex')
  return (Object.keys(beginnings) as Kind[]).find((kind) => beginnings[kind].test(hex))
}

const heicProblem =
  'is a HEIC photo, which browsers cannot show; save or send it as JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible)'

/** Serialised: decoding needs memory and the threads that also hash passwords. */
export const decodingInTurn = oneAtATime()

/**
 * Rotates by EXIF, scales down to `side`, strips metadata such as GPS. A picture that already complies is returned
 * unchanged, so its hash stays.
 */
export async function fitPicture(bytes: Uint8Array, side: number): Promise<Fitted> {
  const kind = detectKind(bytes)
  if (!kind) return { why: 'is no picture that this site can read; choose a JPEG, PNG or WebP file' }
  if (kind === 'heic') return { why: heicProblem }
  if (bytes.length > mostUploadBytes)
    return { why: `has ${Math.round(bytes.length / 1_000_000)} MB; choose one of up to 20 MB` }
  if (kind === 'svg+xml')
    return bytes.length > mostBytes
      ? { why: `is a drawing of ${Math.round(bytes.length / 1000)} KB; choose one of up to 300 KB` }
      : { img: dataUrl(kind, bytes) }
  const { default: sharp } = await import('sharp')
  return decodingInTurn(() => decoded(sharp, { kind, bytes, side })).catch(() => ({
    why: 'is broken or was cut off; save it once more, or choose another',
  }))
}

const dataUrl = (kind: Kind, bytes: Uint8Array) =>
  `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`

type DecodeInput = { kind: Kind; bytes: Uint8Array; side: number }

async function decoded(sharp: typeof Sharp, { kind, bytes, side }: DecodeInput): Promise<Fitted> {
  const head = await sharp(bytes, { limitInputPixels: false }).metadata()
  const { width, height, exif, xmp, iptc, comments, orientation = 1 } = head
  if (width * height > mostPixels)
    return {
      why: `has ${Math.round((width * height) / 1_000_000)} million pixels; choose one of up to 64 million`,
    }
  const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isBare = !(exif || xmp || iptc || comments) && orientation === 1
  if (isBare && bytes.length <= mostBytes) return { img: dataUrl(kind, bytes) }
  for (let quality = 82, width = info.width; ; ) {
    const webp = await sharp(data, { raw: info }).resize({ width }).webp({ quality }).toBuffer()
    if (webp.length <= mostBytes) return { img: dataUrl('webp', webp) }
    if (quality > 40) quality -= 14
    else width = Math.ceil(width * 0.7)
  }
}
