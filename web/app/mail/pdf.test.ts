import { expect, test } from 'vitest'
import { pdfOf } from './pdf.server.ts'

const paper = {
  from: { name: 'Courtside', addressLines: ['1 Court'], email: 'a@example.test', phone: '(555) 010-0100' },
  title: 'Donation receipt',
  number: 'D-7001',
  date: 'Jun 3, 2027',
  to: ['Łucja Őrsi'],
  table: {
    columns: ['Gift', 'Amount'],
    rows: [['Donation to Courtside', '$20.00']],
    total: ['Total received', '$20.00'] satisfies [string, string],
  },
  paragraphs: ['No goods or services were provided in exchange for this contribution.'],
}

test('papers are set as PDFs, several at once, with a font for each alphabet that their names need', async () => {
  const [plain, more] = await Promise.all([pdfOf({ ...paper, to: ['Edith Lobwell'] }), pdfOf(paper)])

  for (const pdf of [plain, more]) expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const fontsIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/FontFile2? /g)?.length
  expect(fontsIn(plain)).toBe(2)
  expect(fontsIn(more)).toBeGreaterThan(2)
})

test('a paper that cannot be set is told as an error, and the next one is set', async () => {
  // What is kept in the database is read as it is.
  const broken = JSON.parse(JSON.stringify({ ...paper, paragraphs: null }))
  await expect(pdfOf(broken)).rejects.toThrow('A PDF could not be set')

  expect((await pdfOf(paper)).length).toBeGreaterThan(5000)
})
