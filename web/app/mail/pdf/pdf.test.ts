import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'
import { expect, test, vi } from 'vitest'
import { orNotFound } from '#platform/refusal.ts'
import type { Paper } from './paper.ts'
import { renderPdf } from './pdf.server.ts'

const receiptFor = (name: string): Paper => ({
  from: { name: 'Courtside', addressLines: ['1 Court'], email: 'a@example.test', phone: '(555) 010-0100' },
  title: 'Payment receipt',
  number: 'R-7001',
  date: 'Jun 3, 2027',
  to: [`For ${name}`],
  table: {
    columns: ['Player', 'Session', 'Dates', 'Amount'],
    rows: [[name, 'Green Ball, Session 2', 'Jun 28 – Jul 1, 2027', '$20.00']],
    total: ['Total paid', '$20.00'],
  },
  paragraphs: [`${name}, Green Ball, Session 2: unregistered, $20.00 refunded.`],
})

/** The words of a paper as a reader of the PDF finds and copies them, with where they stand. */
async function readText(paper: Paper) {
  const pdf = await getDocumentProxy(new Uint8Array(orNotFound(await renderPdf(paper))), { verbosity: 0 })
  const content = await (await pdf.getPage(1)).getTextContent()
  const items = content.items
    .flatMap((item) => ('str' in item && item.str.trim() ? [item] : []))
    .map(({ str, transform, width }) => ({ str, left: Number(transform[4]), right: transform[4] + width }))
  return {
    words: items,
    text: items
      .map(({ str }) => str)
      .join('')
      .replace(/\s/g, ''),
  }
}

test.each([
  'Łucja Őrsi-O’Brien',
  'Nguyễn Thị Phương Thảo Đặng',
  'Семён Щукін-Ґалаґан',
  'Γιώργος Παπαδόπουλος',
  'يوسف عبد الرحمن لوبويل',
  'پگاه کیانی',
  'יוסף בן־דוד',
  '陈美玲 歐陽',
  '山田 さくら・アンナ',
  '김민준 홍길동',
  'देवांश',
])('a receipt spells %s, letter by letter, wherever the name stands', async (name) => {
  const { text } = await readText(receiptFor(name))

  const places = text.split(name.replace(/\s/g, '')).length - 1
  expect(places, text).toBe(3)
  expect(text).toContain('GreenBall,Session2')
})

test('accents that come as marks of their own are set as the letters that they make', async () => {
  const { text } = await readText(receiptFor('Amélie Việt'.normalize('NFD')))

  expect(text).toContain('ForAmélieViệt')
})

test('what is read from the right stands in its order, with a number in it that is read from the left', async () => {
  const { words } = await readText(receiptFor('Robin דוד 12 יוסף'))
  const seen = words.filter(({ str }) => /^(דוד|12|יוסף)$/.test(str.trim())).slice(0, 3)

  const fromLeft = seen.toSorted((one, other) => one.left - other.left)
  expect(fromLeft.map(({ str }) => str.trim())).toEqual(['יוסף', '12', 'דוד'])
})

test('a word that is longer than its column goes on in its next line, without a hyphen', async () => {
  const name = 'Annabelcharlottejosephinetheodoramarlene'
  const { words, text } = await readText(receiptFor(name))

  expect(text).toContain(`For${name}`)
  expect(text.split(name)).toHaveLength(4)
  const session = orNotFound(words.find(({ str }) => str === 'Session'))
  const player = words.filter(({ str, left }) => left < session.left && name.includes(str))
  expect(player.length).toBeGreaterThan(2)
  for (const { right } of player) expect(right).toBeLessThan(session.left)
})

test('a paper with a letter that no face has becomes no PDF rather than a misspelled one; the next one is set', async () => {
  const [none, some] = await Promise.all([renderPdf(receiptFor('Zoë 🎾')), renderPdf(receiptFor('Zoë'))])

  expect(none).toBeUndefined()
  expect(orNotFound(some).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a paper that cannot be set is told as an error, and the next one is set', async () => {
  // Rows of earlier versions must render as they are.
  const broken = JSON.parse(JSON.stringify({ ...receiptFor('Zoë'), paragraphs: null }))
  await expect(renderPdf(broken)).rejects.toThrow('A PDF could not be set')

  expect(orNotFound(await renderPdf(receiptFor('Zoë'))).length).toBeGreaterThan(5000)
})

test('a system that lets no thread stand back, such as the unit of systemd, keeps no paper from being set', async () => {
  const preload = `import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module';
    os.setPriority = () => { throw new Error('EPERM: operation not permitted') }; syncBuiltinESMExports()`
  const thread = new Worker(new URL('./pdf-worker.mjs', import.meta.url), {
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(preload)}`],
  })

  thread.postMessage(receiptFor('Zoë'))
  const [answer] = await once(thread, 'message')
  await thread.terminate()

  expect(Buffer.from(answer.pdf).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a thread that ends fails the one paper that it was setting, and those that wait are set by a new one', async () => {
  const threads: Worker[] = []
  const keep = (thread: Worker) => void threads.push(thread)
  process.on('worker', keep)
  vi.resetModules()
  const { renderPdf } = await import('./pdf.server.ts')
  await renderPdf(receiptFor('Zoë'))

  const papers = Promise.allSettled([renderPdf(receiptFor('Amélie')), renderPdf(receiptFor('Robin'))])
  setImmediate(() => threads[0]?.terminate())

  expect(await papers).toMatchObject([
    { reason: new Error('A PDF could not be set: its thread ended with code 1.') },
    { status: 'fulfilled' },
  ])
  expect(threads).toHaveLength(2)
  process.off('worker', keep)
})
