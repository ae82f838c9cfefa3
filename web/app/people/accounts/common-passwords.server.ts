import { createRequire } from 'node:module'
import { refuse } from '#platform/refusal.ts'

const withoutDigits = (password: string) => password.toLowerCase().replace(/\d/g, '')

/** The most used passwords of the world, of at least 8 characters. */
const require = createRequire(import.meta.url)
const list: string[] = require('popular-passwords')
const known = new Set(list.flatMap((password) => [password.toLowerCase(), withoutDigits(password)]))

/** Refuses a new password that stands in every list of guesses, or is a word of the programme; digits aside. */
export function refuseCommon(password: string, { name, clubs }: { name: string; clubs: string[] }) {
  const words = [name, ...clubs].flatMap((title) => [title, ...title.split(' '), title.replaceAll(' ', '')])
  const ours = new Set(words.map(withoutDigits))
  const stem = withoutDigits(password)
  if (known.has(password.toLowerCase()) || known.has(stem) || ours.has(stem)) refuse('common-password')
}
