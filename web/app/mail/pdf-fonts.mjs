// Which faces a text is set in: the site's own, or those of its script, loaded when a text first needs them.
import { fileURLToPath } from 'node:url'
import { Font } from '@react-pdf/renderer'

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
for (const [family, byWeight] of Object.entries(faces)) {
  const fonts = Object.entries(byWeight).map(([weight, url]) => ({
    fontWeight: Number(weight),
    src: fileURLToPath(url),
  }))
  Font.register({ family, fonts })
}
// Words that are too long for their line are broken here: the engine would add a hyphen, which is another name.
Font.registerHyphenationCallback((word) => [word])

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

/** Reads the faces that a text may need. */
export async function loadFaces(text) {
  const families = ['Archivo', ...(/\P{ASCII}/u.test(text) ? ['Noto Sans'] : []), ...facesOf(text)]
  const weighed = families.flatMap((fontFamily) =>
    [400, 800].map((fontWeight) => ({ fontFamily, fontWeight })),
  )
  await Promise.all(weighed.map((face) => Font.load(face)))
}

/** The faces that spell the whole text, the first being asked first. They are loaded already. */
export function familiesOf(text) {
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

const fontFor = (families, letter, fontWeight = 400) =>
  families
    .map((fontFamily) => Font.getFont({ fontFamily, fontWeight }).data)
    .find((font) => font.hasGlyphForCodePoint(letter.codePointAt(0)))

const clustersOf = (text) => text.match(/[^\n]\p{Mark}*/gu) ?? []

/**
 * The text with its line breaks, at blanks or within a word that is longer than a line. Sizes and widths are points.
 * The engine's own breaks add hyphens, which would spell another name.
 */
export function folded(text, { width, fontSize = 11, fontWeight = 400 }) {
  const families = familiesOf(text)
  const widthOf = (cluster) => fontSize * widthIn(fontFor(families, cluster, fontWeight), cluster)
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
  return lines.map((line) => line.text).join('\n')
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
