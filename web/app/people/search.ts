/** What a person is found by, and what somebody who looks for a family types: both folded the same way. */

/** Small letters without accents and signs, so that "zoe" finds Zoë, "oneill" Ó’Neill, "strauss" Strauß. */
export const foldedWords = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)

/** Letters that no accent makes. */
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

/** All words of a person; of the account's parent also those of its holder. As PostgreSQL writes a `tsvector`. */
export function searchOf(person: Searchable, holder?: Holder): string {
  const names = [person.firstName, person.lastName, holder?.firstName ?? '', holder?.lastName ?? '']
  const email = holder?.email?.toLowerCase() ?? ''
  const words = [...foldedWords(names.join(' ')), ...foldedWords(email), email, ...phoneWords(person.phone)]
  return [...new Set(words)].filter(Boolean).map(quoted).join(' ')
}

/** A number is found from its beginning, and by its last seven or four digits. */
function phoneWords(phone: string | null): string[] {
  const digits = phone?.replace(/\D/g, '') ?? ''
  return [digits, digits.slice(-7), digits.slice(-4)]
}

/** People of whom every typed word begins one of theirs, as a `tsquery`; undefined where nothing was typed. */
export function searchQuery(text: string): string | undefined {
  const words = /^[\d\s()+.-]+$/.test(text) ? [typedNumber(text)] : text.split(/\s+/).flatMap(typedWords)
  const beginnings = words.filter(Boolean).map((word) => `${quoted(word)}:*`)
  return beginnings.length > 0 ? beginnings.join(' & ') : undefined
}

const typedNumber = (text: string) => text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
const typedWords = (word: string) => (word.includes('@') ? [word.toLowerCase()] : foldedWords(word))

const quoted = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`
