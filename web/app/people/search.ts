/** Search terms of people and of queries, normalised alike. */

/** Case- and accent-insensitive: "zoe" finds Zoë, "oneill" Ó’Neill, "strauss" Strauß. */
export const toSearchTerms = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)

/** Not decomposed by NFKD. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

type Searchable = { firstName: string; lastName: string; phone: string | null }
type Holder = { firstName: string; lastName: string; email: string | null }

/** As a `tsvector` literal; an account's parent is also found by the holder's terms. */
export function toSearchVector(person: Searchable, holder?: Holder): string {
  const names = [person.firstName, person.lastName, holder?.firstName ?? '', holder?.lastName ?? '']
  const email = holder?.email?.toLowerCase() ?? ''
  const terms = [
    ...toSearchTerms(names.join(' ')),
    ...toSearchTerms(email),
    email,
    ...phoneTerms(person.phone),
  ]
  return [...new Set(terms)].filter(Boolean).map(quoted).join(' ')
}

/** By its beginning, and by its last seven or four digits. */
function phoneTerms(phone: string | null): string[] {
  const digits = phone?.replace(/\D/g, '') ?? ''
  return [digits, digits.slice(-7), digits.slice(-4)]
}

/** A `tsquery` in which every term is a prefix; undefined for an empty query. */
export function searchQuery(text: string): string | undefined {
  const terms = /^[\d\s()+.-]+$/.test(text) ? [typedNumber(text)] : text.split(/\s+/).flatMap(queryTerms)
  const beginnings = terms.filter(Boolean).map((word) => `${quoted(word)}:*`)
  return beginnings.length > 0 ? beginnings.join(' & ') : undefined
}

const typedNumber = (text: string) => text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
const queryTerms = (word: string) => (word.includes('@') ? [word.toLowerCase()] : toSearchTerms(word))

const quoted = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`
