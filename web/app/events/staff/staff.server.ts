import { href } from 'react-router'

const encoded = /^data:(image\/(?:svg\+xml|png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/

/** A picture out of its data URL; undefined where the text is no picture of a kind that we serve. */
export function decodedPicture(img: string): { type: string; bytes: Uint8Array<ArrayBuffer> } | undefined {
  const [, type, base64] = encoded.exec(img) ?? []
  return type && base64 ? { type, bytes: Uint8Array.from(Buffer.from(base64, 'base64')) } : undefined
}

/** "Sol Okonedo-Park" → "SO", "Mara" → "M" */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => (word ?? '').slice(0, 1).toUpperCase()).join('')
}

export const firstNameOf = (name: string) => name.split(' ')[0] ?? name

type Member = { id: number; name: string; version: string | null }

/** How a page shows somebody of the staff: the picture at its address, or the initials. */
export const faceOf = ({ id, name, version }: Member) => ({
  name,
  initials: initialsOf(name),
  picture: version && href('/pages/staff/:id/picture/:version', { id: String(id), version }),
})
