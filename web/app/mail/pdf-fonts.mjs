// Which faces a text is set in: the site's own, or those of its script, loaded when a text first needs them.
import { fileURLToPath } from 'node:url'
import bidiOf from 'bidi-js'
import { openSync } from 'fontkit'

const faces = {
  Archivo: {
    400: import.meta.resolve('@expo-google-fonts/archivo/400Regular/Archivo_400Regular.ttf'),
    800: import.meta.resolve('@expo-google-fonts/archivo/800ExtraBold/Archivo_800ExtraBold.ttf'),
  },
  'Noto Sans': {
    400: import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    800: import.meta.resolve('@expo-google-fonts/noto-sans/800ExtraBold/NotoSans_800ExtraBold.ttf'),
  },
  'Noto Naskh Arabic': {
    400: new URL('../fonts/NotoNaskhArabic-Regular.ttf', import.meta.resolve('@embedpdf/fonts-arabic')),
  },
  'Noto Sans Hebrew': {
    400: new URL('../fonts/NotoSansHebrew-Regular.ttf', import.meta.resolve('@embedpdf/fonts-hebrew')),
  },
  'Noto Sans KR': {
    400: new URL('../fonts/NotoSansKR-Regular.otf', import.meta.resolve('@embedpdf/fonts-kr')),
  },
  'Noto Sans Hans': {
    400: new URL('../fonts/NotoSansHans-Regular.otf', import.meta.resolve('@embedpdf/fonts-sc')),
  },
}
const opened = new Map()

/** A face, read when a text first needs it. Some have one weight. */
function fontOf(family, weight) {
  const url = faces[family][weight] ?? faces[family][400]
  const font = opened.get(url) ?? openSync(fileURLToPath(url))
  opened.set(url, font)
  return font
}

export const plainFont = () => fontOf('Archivo', 400)

/** The face of a script goes first, so that one word is set in one face. */
const scripts = [
  ['Noto Sans KR', /\p{Script=Hangul}/u],
  ['Noto Sans Hans', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}・ー]/u],
  ['Noto Naskh Arabic', /\p{Script=Arabic}/u],
  ['Noto Sans Hebrew', /\p{Script=Hebrew}/u],
  ['Noto Sans', /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Devanagari}\p{Mark}]/u],
]

/** A letter that no face here has: nothing is set rather than misspelled. */
export class Unspellable extends Error {}

/** The faces that spell the whole text, the first being asked first. */
function familiesOf(text) {
  const ofScripts = facesOf(text)
  const tries = [...(ofScripts.length === 0 ? [['Archivo']] : []), [...new Set([...ofScripts, 'Noto Sans'])]]
  const families = tries.find((each) => clustersOf(text).every((cluster) => isSpelledBy(each, [...cluster])))
  if (!families) throw new Unspellable()
  return families
}

const facesOf = (text) => scripts.filter(([, letters]) => letters.test(text)).map(([family]) => family)

/** A letter and its marks, such as vowel points, are drawn by one face. */
function isSpelledBy(families, [letter, ...marks]) {
  const font = fontFor(families, letter)
  return font && marks.every((mark) => font.hasGlyphForCodePoint(mark.codePointAt(0)))
}

const fontFor = (families, letter, weight = 400) =>
  families
    .map((family) => fontOf(family, weight))
    .find((font) => font.hasGlyphForCodePoint(letter.codePointAt(0)))

const clustersOf = (text) => text.match(/[^\n]\p{Mark}*/gu) ?? []

/** The lines of a text, broken at blanks or within a word that is longer than a line. Sizes and widths are points. */
export function folded(text, { width, size = 11, weight = 400 }) {
  const families = familiesOf(text)
  const widthOf = (cluster) => size * widthIn(fontFor(families, cluster, weight), cluster)
  const lines = [{ text: '', width: 0 }]
  const add = (piece, wide) => {
    const line = lines.at(-1)
    if (line.text && line.width + wide > width - tolerance)
      lines.push({ text: piece.trimStart(), width: wide })
    else lines.splice(-1, 1, { text: line.text + piece, width: line.width + wide })
  }
  for (const word of text.split(/(?= )/)) {
    const clusters = clustersOf(word).map((cluster) => [cluster, widthOf(cluster)])
    const wide = clusters.reduce((sum, [, each]) => sum + each, 0)
    for (const [piece, each] of wide > width - tolerance ? clusters : [[word, wide]]) add(piece, each)
  }
  return lines.map((line) => line.text)
}

/** Of a letter, as a share of its size. Each is asked for over and over, and takes as long as a line. */
function widthIn(font, cluster) {
  const known = widths.get(font) ?? new Map()
  widths.set(font, known)
  const width = known.get(cluster) ?? font.layout(cluster).advanceWidth / font.unitsPerEm
  known.set(cluster, width)
  return width
}
const widths = new WeakMap()

/** Letters side by side may need more than each alone. */
const tolerance = 3

const bidi = bidiOf()

/** A line as pieces of one face and one direction each, from left to right as they are seen. */
export function runsOf(line, weight) {
  const families = familiesOf(line)
  const levels = /\P{ASCII}/u.test(line) ? bidi.getEmbeddingLevels(line, 'ltr').levels : []
  const runs = []
  let at = 0
  for (const cluster of clustersOf(line)) {
    const [font, level] = [fontFor(families, cluster, weight), levels[at] ?? 0]
    const last = runs.at(-1)
    if (last?.font === font && last.level === level) last.text += cluster
    else runs.push({ text: cluster, font, level })
    at += cluster.length
  }
  const seen = inSight(runs)
  return seen.map(({ text, font, level }) => ({ text, font, isFromRight: level % 2 === 1 }))
}

/** Turns round what is read from the right, and in it again what is read from the left. */
function inSight(runs) {
  const levels = runs.map(({ level }) => level)
  let seen = runs
  for (let deep = Math.max(0, ...levels); deep > 0; deep -= 1) {
    const stretches = []
    for (const run of seen) {
      const last = stretches.at(-1)
      if (last && last.isDeep === run.level >= deep) last.runs.push(run)
      else stretches.push({ isDeep: run.level >= deep, runs: [run] })
    }
    seen = stretches.flatMap((stretch) => (stretch.isDeep ? stretch.runs.toReversed() : stretch.runs))
  }
  return seen
}
