import { expect, test } from 'vitest'
import { searchQuery, toSearchTerms, toSearchVector } from './search.ts'

test('names are found without capitals, accents and signs, in every script', () => {
  expect(toSearchTerms('Zoë Ó’Neill-Strauß')).toEqual(['zoe', 'oneill', 'strauss'])
  expect(toSearchTerms('İpek Łukasz ﬁ')).toEqual(['ipek', 'lukasz', 'fi'])
  expect(toSearchTerms('مُحَمَّد العربي')).toEqual(['محمد', 'العربي'])
})

test('a person is found by names, by the email of the account, and by a number from its beginning or its end', () => {
  const person = { firstName: 'Edith', lastName: 'Lobwell', phone: '(555) 010-0177' }
  const holder = { firstName: 'Edith', lastName: 'Vale', email: "o'edith@lobwell.example" }

  expect(toSearchVector(person, holder)).toBe(
    "'edith' 'lobwell' 'vale' 'oedith' 'example' 'o''edith@lobwell.example' '5550100177' '0100177' '0177'",
  )
})

test('every typed word must begin one of the words; signs of a query language mean nothing', () => {
  expect(searchQuery('  Édi LOB ')).toBe("'edi':* & 'lob':*")
  expect(searchQuery('+1 (555) 010-0177')).toBe("'5550100177':*")
  expect(searchQuery("O'Edith@lob")).toBe("'o''edith@lob':*")
  expect(searchQuery(`a:* | !b & 'c' \\`)).toBe("'a':* & 'b':* & 'c':*")
  expect(searchQuery(' -- ! ')).toBeUndefined()
})
