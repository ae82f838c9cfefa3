// Sets papers as PDF beside the site's own thread, which it would hold up. Not bundled: it runs as it stands here.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { Document, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer'
import { createElement as h } from 'react'
import { familiesOf, folded, loadFaces, Unspellable } from './pdf-fonts.mjs'

// Families who wait for a page come first. Only Linux lets one thread of a process stand back.
if (process.platform === 'linux') setPriority(10)

const ink = '#17251f'
const inner = 510
const style = StyleSheet.create({
  page: { padding: '18mm', fontSize: 11, lineHeight: 1.4, color: ink },
  head: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    paddingBottom: 14,
    borderBottom: `3pt solid ${ink}`,
  },
  block: { marginTop: 20 },
  row: { flexDirection: 'row', paddingVertical: 6, borderBottom: '0.75pt solid #9aa8a1' },
  headRow: { flexDirection: 'row', paddingVertical: 6, borderBottom: `1.5pt solid ${ink}` },
  total: { flexDirection: 'row', paddingVertical: 8, borderTop: `1.5pt solid ${ink}` },
})

const half = { width: inner / 2 - 12 }
const heavy = { fontWeight: 800 }
const looks = {
  line: { width: inner },
  paragraph: { width: inner, marginTop: 12 },
  name: { ...half, ...heavy, fontSize: 13 },
  left: half,
  right: { ...half, textAlign: 'right' },
  title: { ...half, ...heavy, fontSize: 20, lineHeight: 1.2, textAlign: 'right' },
}

/** Each column's share of the line; what was bought has the longest words, and figures stand at the right. */
const shares = { 2: [0.78, 0.22], 4: [0.21, 0.31, 0.29, 0.19] }
const gap = 12

function letter({ from, title, subtitle, number, date, to, table, paragraphs }) {
  const words = (text, look, key) =>
    h(Text, { key, style: { ...look, fontFamily: familiesOf(text) } }, folded(text, look))
  const lines = (texts, look) => texts.map((text, at) => words(text, look, at))
  const cells = (texts, look) => {
    const columns = shares[table.columns.length] ?? table.columns.map((_, __, { length }) => 1 / length)
    const skipped = table.columns.length - texts.length
    return texts.map((text, at) => {
      const isLast = at === texts.length - 1
      const from = at === 0 ? 0 : at + skipped
      const share = columns.slice(from, at + skipped + 1).reduce((sum, each) => sum + each, 0)
      const width = inner * share - (isLast ? 0 : gap)
      return words(text, { ...look, width, ...(isLast ? { textAlign: 'right' } : { marginRight: gap }) }, at)
    })
  }
  return h(
    Document,
    { title: `${title} ${number}`, author: from.name, language: 'en-US' },
    h(
      Page,
      { size: 'LETTER', style: style.page },
      h(
        View,
        { style: style.head },
        h(View, null, words(from.name, looks.name), ...lines(from.addressLines, looks.left)),
        h(
          View,
          null,
          words(title, looks.title),
          ...lines([subtitle, `No. ${number}`, date].filter(Boolean), looks.right),
        ),
      ),
      h(View, { style: style.block }, ...lines(to, looks.line)),
      h(
        View,
        { style: style.block },
        h(View, { style: style.headRow }, ...cells(table.columns, heavy)),
        ...table.rows.map((row, at) => h(View, { key: at, style: style.row, wrap: false }, ...cells(row))),
        h(View, { style: style.total }, ...cells(table.total, { ...heavy, fontSize: 13 })),
      ),
      h(View, { style: { marginTop: 8 } }, ...lines(paragraphs, looks.paragraph)),
      h(View, { style: style.block }, words(`${from.email} · ${from.phone}`, looks.line)),
    ),
  )
}

parentPort.on('message', async ({ id, paper }) => {
  try {
    // Composed letters: faces have a glyph for é, and none for its accent alone.
    const text = JSON.stringify(paper).normalize('NFC')
    await loadFaces(text)
    const pdf = await renderToBuffer(letter(JSON.parse(text)))
    parentPort.postMessage({ id, pdf })
  } catch (problem) {
    parentPort.postMessage(
      problem instanceof Unspellable ? { id, pdf: null } : { id, problem: String(problem) },
    )
  }
})
