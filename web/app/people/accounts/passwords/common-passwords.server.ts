import { createRequire } from 'node:module'
import { refuse } from '#platform/refusal.ts'

const withoutDigits = (password: string) => password.toLowerCase().replace(/\d/g, '')

/** The most used passwords of the world, of at least 8 characters. */
const require = createRequire(import.meta.url)
const list: string[] = require('popular-passwords')
const known = new Set(list.flatMap((password) => [password.toLowerCase(), withoutDigits(password)]))

type Programme = { name: string; clubs: string[] }

/** Refuses a new password that stands in every list of guesses, or has no letter but in words of the programme; digits aside. */
export function refuseCommon(password: string, programme: Programme) {
  const isKnown = known.has(password.toLowerCase()) || known.has(withoutDigits(password))
  if (isKnown || isOfWordsOf(programme, lettersOf(password))) refuse('common-password')
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '')

function isOfWordsOf({ name, clubs }: Programme, letters: string): boolean {
  const words = [name, ...clubs].flatMap((title) => title.split(/\s+/).map(lettersOf))
  const longestFirst = words.filter(Boolean).sort((one, other) => other.length - one.length)
  return letters !== '' && longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), letters) === ''
}
