import { expect, test } from 'vitest'
import { readBooksCommand } from './books-command.server.ts'

const read = (line: string) => readBooksCommand(line.split(' ').filter(Boolean), 'robin')

test('what is typed after npm run books is understood, or refused in a sentence', () => {
  expect(read('')).toEqual({ act: 'compare', by: 'robin' })
  expect(read('close 7 --note voided')).toEqual({ act: 'close', id: 7, note: 'voided', by: 'robin' })
  expect(read('given-up 8 --registration 12 --registration 13')).toEqual({
    ...{ act: 'given-up', id: 8, by: 'robin' },
    registrationIds: [12, 13],
  })
  const wrong = {
    repair: '“repair” is not known here. Write compare, close or given-up.',
    'compare 7': '“compare” stands alone.',
    close: 'Write the number of the difference after “close”.',
    'close seven --note x': 'Write the number of the difference after “close”.',
    'close 7': 'Say what was done: --note "what was done".',
    'close 7 8 --note x': '“8” is too much.',
    'given-up 8': 'Name the places that it was for: --registration 12.',
    'given-up 8 --registration Pip': '“Pip” is no number of a registration.',
    'close 7 --yes': '“--yes” is not known here. Known are --registration, --note.',
  }
  for (const [line, sentence] of Object.entries(wrong)) expect(() => read(line), line).toThrow(sentence)
})
