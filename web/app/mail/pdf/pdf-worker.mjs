// @ts-check
// Sets papers as PDF beside the site's own thread, which it would hold up. Not bundled: it runs as it stands here.
import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { parentPort } from 'node:worker_threads'
import PDFDocument from 'pdfkit'
import { folded, plainFont, toRuns, Unspellable } from './pdf-fonts.mjs'

// Families who wait for a page come first. Only Linux lets one thread of a process stand back, and not where it is
// closed, as by deploy/courtside.service.
try {
  if (process.platform === 'linux') setPriority(10)
} catch {}

/**
 * @import { Font } from 'fontkit'
 * @import { Paper } from './paper.ts'
 * @import { Weight } from './pdf-fonts.mjs'
 * @typedef {{ width: number, size?: number, weight?: Weight, spacing?: number, left?: number, isAtEnd?: boolean }} Look
 */

const ink = '#17251f'
const pale = '#9aa8a1'
const page = { width: 612, height: 792, margin: 51 }
const inner = page.width - 2 * page.margin
const half = { width: inner / 2 - 12 }
/** @type {{ weight: Weight }} */
const heavy = { weight: 800 }
/** @satisfies {Record<string, Look>} */
const looks = {
  line: { width: inner },
  name: { ...half, ...heavy, size: 13 },
  left: half,
  right: { ...half, left: inner - half.width, isAtEnd: true },
  title: { ...half, ...heavy, left: inner - half.width, isAtEnd: true, size: 20, spacing: 1.2 },
}

/** Each column's share of the line; what was bought has the longest words, and figures stand at the right. */
/** @type {Record<number, number[]>} */
const shares = { 2: [0.78, 0.22], 4: [0.21, 0.31, 0.29, 0.19], 5: [0.16, 0.22, 0.28, 0.15, 0.19] }
const gap = 12

/** @param {Paper} paper */
function letter({ from, title, subtitle, number, date, to, table, paragraphs }) {
  const doc = new PDFDocument({
    ...{ size: 'LETTER', margin: 0, font: plainFont(), lang: 'en-US' },
    info: { Title: `${title} ${number}`, Author: from.name },
  })
  doc.fillColor(ink)
  const pen = createPen(doc)
  const top = pen.y
  pen.write(from.name, looks.name)
  for (const line of from.addressLines) pen.write(line, looks.left)
  const under = pen.y
  pen.y = top
  pen.write(title, looks.title)
  for (const line of [subtitle, `No. ${number}`, date]) if (line) pen.write(line, looks.right)
  pen.y = Math.max(pen.y, under) + 14
  pen.rule(3)
  pen.y += 20
  for (const line of to) pen.write(line, looks.line)
  pen.y += 20
  const { changes } = table
  const { length } = table.columns
  pen.row(toCells(table.columns, length, heavy, changes), 6)
  pen.rule(1.5)
  for (const row of table.rows) {
    pen.row(toCells(row, length, {}, changes), 6)
    pen.rule(0.75, pale)
  }
  pen.rule(1.5)
  pen.row(toCells(table.total, length, { ...heavy, size: 13 }), 8)
  pen.y += 8
  for (const paragraph of paragraphs) {
    pen.y += 12
    pen.write(paragraph, looks.line)
  }
  pen.y += 20
  pen.write(`${from.email} · ${from.phone}`, looks.line)
  doc.end()
  return doc
}

/**
 * The words of a row with their places. The first word of a total takes the columns that it has no words for.
 * @param {string[]} texts
 * @param {number} count
 * @param {Partial<Look>} [look]
 * @param {number} [changes]
 */
function toCells(texts, count, look, changes) {
  const columns = shares[count] ?? Array.from({ length: count }, () => 1 / count)
  const skipped = count - texts.length
  /** @param {number} from @param {number} to */
  const spanWidth = (from, to) => inner * columns.slice(from, to).reduce((sum, each) => sum + each, 0)
  return texts.map((text, at) => {
    const isLast = at === texts.length - 1
    const from = at === 0 ? 0 : at + skipped
    const width = spanWidth(from, at + skipped + 1) - (isLast ? 0 : gap)
    return { text, look: { ...look, left: spanWidth(0, from), width, isAtEnd: isLast || at === changes } }
  })
}

/**
 * Writes from the top of the page down, and goes on with the next page.
 * @param {PDFDocument} doc
 */
function createPen(doc) {
  /** @param {Partial<Look>} look */
  const lineHeight = ({ size = 11, spacing = 1.4 }) => size * spacing
  /** @param {number} height */
  const need = (height) => {
    if (pen.y + height <= page.height - page.margin) return
    doc.addPage()
    doc.fillColor(ink)
    pen.y = page.margin
  }
  /**
   * By its name a face is known again, else each piece of a line would bring its own.
   * @param {Font} font
   * @param {number} size
   */
  const take = (font, size) => doc.font(font, font.postscriptName, size)
  /** @param {string} text @param {number} y @param {Look} look */
  const line = (text, y, look) => {
    const { size = 11, weight = 400, left = 0, width, isAtEnd } = look
    const runs = toRuns(text, weight).map((run) => {
      take(run.font, size)
      // Right-to-left runs are set as a whole, else their words would be in the wrong order.
      const how = { lineBreak: false, baseline: 'alphabetic', ...(run.isFromRight && { features: [] }) }
      return { ...run, how, wide: doc.widthOfString(run.text, how) }
    })
    const wide = runs.reduce((sum, run) => sum + run.wide, 0)
    let x = page.margin + left + (isAtEnd ? width - wide : 0)
    // Capitals stand in the middle of their line.
    const baseline = y + (lineHeight(look) + size * 0.69) / 2
    for (const run of runs) {
      take(run.font, size).text(run.text, x, baseline, run.how)
      x += run.wide
    }
  }
  const pen = {
    y: page.margin,
    /** @param {string} text @param {Look} look */
    write(text, look) {
      for (const each of folded(text, look)) {
        need(lineHeight(look))
        line(each, pen.y, look)
        pen.y += lineHeight(look)
      }
    },
    /**
     * Cells side by side, on one page.
     * @param {{ text: string, look: Look }[]} cells
     * @param {number} padding
     */
    row(cells, padding) {
      const set = cells.map(({ text, look }) => ({ look, lines: folded(text, look) }))
      const height = Math.max(...set.map(({ look, lines }) => lines.length * lineHeight(look)))
      need(height + 2 * padding)
      for (const { look, lines } of set)
        for (const [at, each] of lines.entries()) line(each, pen.y + padding + at * lineHeight(look), look)
      pen.y += height + 2 * padding
    },
    /** @param {number} thick */
    rule(thick, color = ink) {
      doc.rect(page.margin, pen.y, inner, thick).fill(color).fillColor(ink)
      pen.y += thick
    },
  }
  return pen
}

parentPort?.on('message', async (paper) => {
  try {
    // Composed letters: faces have a glyph for é, and none for its accent alone.
    const pdf = await buffer(letter(JSON.parse(JSON.stringify(paper).normalize('NFC'))))
    parentPort?.postMessage({ pdf })
  } catch (problem) {
    parentPort?.postMessage(problem instanceof Unspellable ? { pdf: null } : { problem: String(problem) })
  }
})
