// @ts-check
// Which faces a text is set in: the site's own, or those of its script, loaded when a text first needs them.
import { fileURLToPath } from 'node:url'
import createBidi from 'bidi-js'
import { openSync } from 'fontkit'

/**
 * @import { Font } from 'fontkit'
 * @typedef {400 | 800} Weight
 * @typedef {'Archivo' | 'Noto Sans' | 'Noto Naskh Arabic' | 'Noto Sans Hebrew' | 'Noto Sans KR' | 'Noto Sans Hans'} Family
 * @typedef {{ text: string, font: Font, level: number }} Run
 */

/** @type {Record<Family, { 400: string | URL, 800?: string }>} */
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
/** @type {Map<string | URL, Font>} */
const opened = new Map()

/**
 * A face, read when a text first needs it. Some have one weight.
 * @param {Family} family
 * @param {Weight} weight
 */
function openFont(family, weight) {
  const url = faces[family][weight] ?? faces[family][400]
  const font = opened.get(url) ?? openSync(fileURLToPath(url))
  opened.set(url, font)
  return font
}

export const plainFont = () => openFont('Archivo', 400)

/**
 * The face of a script goes first, so that one word is set in one face.
 * @type {[Family, RegExp][]}
 */
const scripts = [
  ['Noto Sans KR', /\p{Script=Hangul}/u],
  ['Noto Sans Hans', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}・ー]/u],
  ['Noto Naskh Arabic', /\p{Script=Arabic}/u],
  ['Noto Sans Hebrew', /\p{Script=Hebrew}/u],
  ['Noto Sans', /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Devanagari}\p{Mark}]/u],
]

/** A letter that no face here has: nothing is set rather than misspelled. */
export class Unspellable extends Error {}

/**
 * The faces that spell the whole text, the first being asked first.
 * @param {string} text
 */
function familiesFor(text) {
  const scriptFamilies = familiesByScript(text)
  /** @type {Family[]} */
  const wide = [...scriptFamilies, 'Noto Sans']
  /** @type {Family[][]} */
  const tries = scriptFamilies.length === 0 ? [['Archivo'], wide] : [wide]
  const families = tries.find((each) => toClusters(text).every((cluster) => isSpelledBy(each, cluster)))
  if (!families) throw new Unspellable()
  return families
}

/** @param {string} text */
const familiesByScript = (text) =>
  scripts.filter(([, letters]) => letters.test(text)).map(([family]) => family)

/**
 * A letter and its marks, such as vowel points, are drawn by one face.
 * @param {Family[]} families
 * @param {string} cluster
 */
function isSpelledBy(families, cluster) {
  const font = fontFor(families, cluster)
  return font !== undefined && [...cluster].every((mark) => hasGlyph(font, mark))
}

/** @param {Font} font @param {string} letter */
const hasGlyph = (font, letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)

/** @param {Family[]} families @param {string} letter @param {Weight} weight */
const fontFor = (families, letter, weight = 400) =>
  families.map((family) => openFont(family, weight)).find((font) => hasGlyph(font, letter))

/** @param {Family[]} families @param {string} cluster @param {Weight} weight */
function requireFont(families, cluster, weight) {
  const font = fontFor(families, cluster, weight)
  if (!font) throw new Unspellable()
  return font
}

/** @param {string} text @returns {string[]} */
const toClusters = (text) => text.match(/[^\n]\p{Mark}*/gu) ?? []

/**
 * The lines of a text, broken at blanks or within a word that is longer than a line. Sizes and widths are points.
 * @param {string} text
 * @param {{ width: number, size?: number, weight?: Weight }} look
 */
export function folded(text, { width, size = 11, weight = 400 }) {
  const families = familiesFor(text)
  /** @param {string} cluster */
  const measure = (cluster) => size * widthIn(requireFont(families, cluster, weight), cluster)
  let line = { text: '', width: 0 }
  const lines = [line]
  /** @param {string} piece @param {number} wide */
  const add = (piece, wide) => {
    if (line.text && line.width + wide > width - tolerance) {
      line = { text: piece.trimStart(), width: wide }
      lines.push(line)
    } else {
      line.text += piece
      line.width += wide
    }
  }
  for (const word of text.split(/(?= )/)) {
    const clusters = toClusters(word).map((text) => ({ text, wide: measure(text) }))
    const wide = clusters.reduce((sum, cluster) => sum + cluster.wide, 0)
    if (wide > width - tolerance) for (const cluster of clusters) add(cluster.text, cluster.wide)
    else add(word, wide)
  }
  return lines.map((line) => line.text)
}

/**
 * Advance width as a share of the size. Memoised: it takes as long as a line.
 * @param {Font} font
 * @param {string} cluster
 */
function widthIn(font, cluster) {
  const known = widths.get(font) ?? new Map()
  widths.set(font, known)
  const width = known.get(cluster) ?? font.layout(cluster).advanceWidth / font.unitsPerEm
  known.set(cluster, width)
  return width
}
/** @type {WeakMap<Font, Map<string, number>>} */
const widths = new WeakMap()

/** Letters side by side may need more than each alone. */
const tolerance = 3

const bidi = createBidi()

/**
 * A line as pieces of one face and one direction each, from left to right as they are seen.
 * @param {string} line
 * @param {Weight} weight
 */
export function toRuns(line, weight) {
  const families = familiesFor(line)
  const levels = /\P{ASCII}/u.test(line) ? bidi.getEmbeddingLevels(line, 'ltr').levels : []
  /** @type {Run[]} */
  const runs = []
  let at = 0
  for (const cluster of toClusters(line)) {
    const font = requireFont(families, cluster, weight)
    const level = levels[at] ?? 0
    const last = runs.at(-1)
    if (last && last.font === font && last.level === level) last.text += cluster
    else runs.push({ text: cluster, font, level })
    at += cluster.length
  }
  const seen = toVisualOrder(runs)
  return seen.map(({ text, font, level }) => ({ text, font, isFromRight: level % 2 === 1 }))
}

/**
 * Turns round what is read from the right, and in it again what is read from the left.
 * @param {Run[]} runs
 */
function toVisualOrder(runs) {
  const levels = runs.map(({ level }) => level)
  let seen = runs
  for (let deep = Math.max(0, ...levels); deep > 0; deep -= 1) {
    /** @type {{ isDeep: boolean, runs: Run[] }[]} */
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
