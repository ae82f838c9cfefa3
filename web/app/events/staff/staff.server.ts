import { href } from 'react-router'

const encoded = /^data:(image\/(?:svg\+xml|png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/

/** Decodes a data URL; undefined for other kinds than we serve. */
export function decodedPicture(img: string): { type: string; bytes: Uint8Array<ArrayBuffer> } | undefined {
  const [, type, base64] = encoded.exec(img) ?? []
  return type && base64 ? { type, bytes: Uint8Array.from(Buffer.from(base64, 'base64')) } : undefined
}

/** "Sol Okonedo-Park" → "SO", "Mara" → "M" */
export function toInitials(name: string): string {
  const names = name.trim().split(/\s+/)
  const ends = names.length > 1 ? [names[0], names.at(-1)] : names
  return ends.map((word) => (word ?? '').slice(0, 1).toUpperCase()).join('')
}

export const toFirstName = (name: string) => name.split(' ')[0] ?? name

type Member = { id: number; name: string; version: string | null }

/** Picture URL, or initials as fallback. */
export const toPortrait = ({ id, name, version }: Member) => ({
  name,
  initials: toInitials(name),
  picture: version && href('/pages/staff/:id/picture/:version', { id: String(id), version }),
})
