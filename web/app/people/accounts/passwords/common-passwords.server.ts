import { createRequire } from 'node:module'
import { refuse } from '#platform/refusal.ts'

const withoutDigits = (password: string) => password.toLowerCase().replace(/\d/g, '')

/** Those of at least 8 characters. */
const require = createRequire(import.meta.url)
const list: string[] = require('popular-passwords')
const known = new Set(list.flatMap((password) => [password.toLowerCase(), withoutDigits(password)]))

type Programme = { name: string; clubs: string[] }

/** Refuses common passwords, and those made of the programme's names; digits are ignored. */
export function refuseCommon(password: string, programme: Programme) {
  const isKnown = known.has(password.toLowerCase()) || known.has(withoutDigits(password))
  if (isKnown || isMadeOfNames(programme, toLetters(password))) refuse('common-password')
}

const toLetters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '')

function isMadeOfNames({ name, clubs }: Programme, letters: string): boolean {
  const names = [name, ...clubs].flatMap((title) => title.split(/\s+/).map(toLetters))
  const longestFirst = names.filter(Boolean).sort((one, other) => other.length - one.length)
  return letters !== '' && longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), letters) === ''
}
