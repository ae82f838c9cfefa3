// Sets papers as PDF beside the site's own thread, which it would hold up. Not bundled: it runs as it stands here.
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { Document, Font, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer'
import { createElement as h } from 'react'

// One file for each alphabet: a name such as Łucja takes its first letter from the second.
const files = {
  latin: {
    400: import.meta.resolve('@fontsource/archivo/files/archivo-latin-400-normal.woff'),
    800: import.meta.resolve('@fontsource/archivo/files/archivo-latin-800-normal.woff'),
  },
  'latin-ext': {
    400: import.meta.resolve('@fontsource/archivo/files/archivo-latin-ext-400-normal.woff'),
    800: import.meta.resolve('@fontsource/archivo/files/archivo-latin-ext-800-normal.woff'),
  },
}
const faces = Object.keys(files)
for (const [family, byWeight] of Object.entries(files)) {
  const fonts = Object.entries(byWeight).map(([weight, url]) => ({
    fontWeight: Number(weight),
    src: fileURLToPath(url),
  }))
  Font.register({ family, fonts })
}
Font.registerHyphenationCallback((word) => [word])

const ink = '#17251f'
const style = StyleSheet.create({
  page: { padding: '18mm', fontFamily: faces, fontSize: 11, lineHeight: 1.4, color: ink },
  head: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    paddingBottom: 14,
    borderBottom: `3pt solid ${ink}`,
  },
  name: { fontSize: 13, fontWeight: 800 },
  title: { fontSize: 20, fontWeight: 800, lineHeight: 1.2 },
  right: { alignItems: 'flex-end' },
  block: { marginTop: 20 },
  row: { flexDirection: 'row', paddingVertical: 6, borderBottom: '0.75pt solid #9aa8a1' },
  headRow: {
    flexDirection: 'row',
    paddingVertical: 6,
    borderBottom: `1.5pt solid ${ink}`,
    fontWeight: 800,
  },
  total: {
    flexDirection: 'row',
    paddingVertical: 8,
    borderTop: `1.5pt solid ${ink}`,
    fontSize: 13,
    fontWeight: 800,
  },
  cell: { flex: 1, paddingRight: 12 },
  /** What was bought has the longest words. */
  wide: { flex: 1.8, paddingRight: 12 },
  figure: { width: 110, textAlign: 'right' },
  paragraph: { marginTop: 12 },
})

const lines = (texts, look) => texts.map((text, at) => h(Text, { key: at, style: look }, text))

const cells = (texts) =>
  texts.map((text, at) => {
    const isLast = at === texts.length - 1
    return h(Text, { key: at, style: isLast ? style.figure : at === 1 ? style.wide : style.cell }, text)
  })

function letter({ from, title, subtitle, number, date, to, table, paragraphs }) {
  return h(
    Document,
    { title: `${title} ${number}`, author: from.name, language: 'en-US' },
    h(
      Page,
      { size: 'LETTER', style: style.page },
      h(
        View,
        { style: style.head },
        h(View, null, h(Text, { style: style.name }, from.name), ...lines(from.addressLines)),
        h(
          View,
          { style: style.right },
          h(Text, { style: style.title }, title),
          ...lines([subtitle, `No. ${number}`, date].filter(Boolean)),
        ),
      ),
      h(View, { style: style.block }, ...lines(to)),
      h(
        View,
        { style: style.block },
        h(View, { style: style.headRow }, ...cells(table.columns)),
        ...table.rows.map((row, at) => h(View, { key: at, style: style.row, wrap: false }, ...cells(row))),
        h(View, { style: style.total }, ...cells(table.total)),
      ),
      h(View, { style: { marginTop: 8 } }, ...lines(paragraphs, style.paragraph)),
      h(Text, { style: style.block }, `${from.email} · ${from.phone}`),
    ),
  )
}

parentPort.on('message', async ({ id, paper }) => {
  try {
    const pdf = await renderToBuffer(letter(paper))
    parentPort.postMessage({ id, pdf })
  } catch (problem) {
    parentPort.postMessage({ id, problem: String(problem) })
  }
})
