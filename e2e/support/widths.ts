import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

type Look = { width: number; textPercent: number }
/** Every 10 px, from the narrowest phone to a wide window. */
const everyWidth = Array.from(
  { length: 97 },
  (_, index): Look => ({ width: 320 + 10 * index, textPercent: 100 }),
)
/** WCAG 1.4.4: text at twice its size, on a phone and on a computer. */
const largeText = [390, 1280].map((width): Look => ({ width, textPercent: 200 }))

/**
 * Nothing stands over an edge at any width: not the page over its window, not a dialog's content over its frame, no
 * words over their box; no amount, no date and no short word of a chip stands in two lines.
 */
export const expectRoomAtEveryWidth = (page: Page) => expectRoom(page, everyWidth)

/** The same for large text, in which no short word is broken either. */
export const expectRoomForLargeText = (page: Page) => expectRoom(page, largeText)

/** Letter paper within its margins. On paper nothing can be pressed, and the balls are not printed. */
export async function expectRoomOnPaper(page: Page) {
  await page.emulateMedia({ media: 'print' })
  const notForPaper = page.locator('button, select, input, .button, .won-ball, .top, .foot')
  await expect(notForPaper.filter({ visible: true })).toHaveCount(0)
  await expectRoom(page, [{ width: 680, textPercent: 100 }])
  await page.emulateMedia({ media: 'screen' })
}

/** Text at twice its size, as a person sets it for all pages, until the page is loaded anew. */
export const enlargeText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    scrollTo(0, 0)
  })

async function expectRoom(page: Page, looks: Look[]) {
  const found = new Map<string, number[]>()
  for (const { width, problems } of await problemsOf(page, looks))
    for (const problem of problems) found.set(problem, [...(found.get(problem) ?? []), width])
  const told = [...found].map(
    ([problem, at]) => `${problem} at ${at[0]} to ${at.at(-1)} px (${at.length} widths)`,
  )
  expect(told, page.url()).toEqual([])
}

/** The browser is told all widths at once, since a way there and back for each takes longer than to look. */
async function problemsOf(page: Page, looks: Look[]) {
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  const devtools = await page.context().newCDPSession(page)
  await page.evaluate(gatherWords)
  const seen = looks.map(async ({ width, textPercent }) => {
    const window = { width, height: 800, deviceScaleFactor: 1, mobile: false }
    const look = { expression: `(${crampedParts})(${textPercent})`, returnByValue: true }
    const [, answer] = await Promise.all([
      devtools.send('Emulation.setDeviceMetricsOverride', window),
      devtools.send('Runtime.evaluate', look),
    ])
    const [shown, ...problems]: string[] = answer.result.value
    return { width, problems: shown === `${width}` ? problems : [`the page is ${shown} px wide`] }
  })
  const found = await Promise.all(seen)
  await devtools.detach()
  // The size that Playwright knows of is set again only when it is another.
  for (const height of [size.height + 1, size.height]) await page.setViewportSize({ ...size, height })
  return found
}

type Piece = { text: string; range: Range }
type Words = { said: string; element: Element; whole: Range; kept: Piece[]; short: Piece[] }
type PageWithWords = Window & { wordsOfPage?: Words[] }

/** Runs in the page: its words, and the amounts, the dates and the short words of chips in them that are not to be broken. */
function gatherWords() {
  const found: Words[] = []
  const rangeOf = (text: Node, from: number, to: number) => {
    const range = document.createRange()
    range.setStart(text, from)
    range.setEnd(text, to)
    return range
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const [element, content] = [text.parentElement, text.textContent ?? '']
    const isUnseen = element?.closest('.visually-hidden, .toasts, svg, script, style, noscript, select')
    if (!element || !content.trim() || isUnseen) continue
    const whole = element.closest('.chip')
      ? /(?<!\S)\S{1,12}(?!\S)/g
      : /\$\d[\d,.]*|\b[A-Z][a-z]{2} \d{1,2}\b/g
    const piecesLike = (pattern: RegExp) =>
      [...content.matchAll(pattern)].map(({ index, 0: piece }) => ({
        text: piece,
        range: rangeOf(text, index, index + piece.length),
      }))
    const short = piecesLike(/(?<!\S)\p{L}{2,8}(?!\S)/gu)
    const said = content.trim()
    found.push({ said, element, whole: rangeOf(text, 0, content.length), kept: piecesLike(whole), short })
  }
  Object.assign(window, { wordsOfPage: found })
}

/** Runs in the page, too: how wide it is, and what has no room. */
function crampedParts(textPercent: number): string[] {
  const problems = new Set<string>()
  // To set it anew, also to what it is, has every style computed again.
  const isLarge = textPercent !== 100
  if (isLarge) document.documentElement.style.fontSize = `${textPercent}%`
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) problems.add('the page is wider than its window')
  for (const dialog of document.querySelectorAll('dialog[open]'))
    if (dialog.scrollWidth > dialog.clientWidth) problems.add('the dialog is wider than its frame')
  for (const { said, element, whole, kept, short } of (window as PageWithWords).wordsOfPage ?? []) {
    const place = whole.getBoundingClientRect()
    if (place.width === 0 || !element.checkVisibility({ visibilityProperty: true })) continue
    const box = boxOf(element).getBoundingClientRect()
    if (place.left < box.left - 1 || place.right > box.right + 1) problems.add(`"${said}" leaves its box`)
    for (const { text, range } of isLarge ? short : kept)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
        problems.add(`${text} is broken`)
  }
  if (isLarge) document.documentElement.style.fontSize = ''
  return [`${innerWidth}`, ...problems]

  function boxOf(element: Element): Element {
    const isInline = /^(inline|contents)$/.test(getComputedStyle(element).display)
    return isInline && element.parentElement ? boxOf(element.parentElement) : element
  }
}
