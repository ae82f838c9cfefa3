import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Every 10 px, from the narrowest phone to a wide window. */
const widths = Array.from({ length: 97 }, (_, index) => 320 + 10 * index)

/**
 * Nothing stands over an edge at any width: not the page over its window, not a dialog's content over its frame, no
 * words over their box; no amount, no date and no short word of a chip stands in two lines.
 */
export async function expectRoomAtEveryWidth(page: Page) {
  const found = new Map<string, number[]>()
  for (const { width, problems } of await problemsAtEveryWidth(page))
    for (const problem of problems) found.set(problem, [...(found.get(problem) ?? []), width])
  const told = [...found].map(
    ([problem, at]) => `${problem} at ${at[0]} to ${at.at(-1)} px (${at.length} widths)`,
  )
  expect(told, page.url()).toEqual([])
}

/** The browser is told all widths at once, since a way there and back for each takes longer than to look. */
async function problemsAtEveryWidth(page: Page) {
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  const devtools = await page.context().newCDPSession(page)
  await page.evaluate(gatherWords)
  const looks = widths.map(async (width) => {
    const window = { width, height: 800, deviceScaleFactor: 1, mobile: false }
    const look = { expression: `(${crampedParts})()`, returnByValue: true }
    const [, answer] = await Promise.all([
      devtools.send('Emulation.setDeviceMetricsOverride', window),
      devtools.send('Runtime.evaluate', look),
    ])
    const [seen, ...problems]: string[] = answer.result.value
    return { width, problems: seen === `${width}` ? problems : [`the page is ${seen} px wide`] }
  })
  const found = await Promise.all(looks)
  await devtools.detach()
  // The size that Playwright knows of is set again only when it is another.
  for (const height of [size.height + 1, size.height]) await page.setViewportSize({ ...size, height })
  return found
}

type Words = { said: string; element: Element; whole: Range; kept: { text: string; range: Range }[] }
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
    const kept = [...content.matchAll(whole)].map(({ index, 0: amount }) => ({
      text: amount,
      range: rangeOf(text, index, index + amount.length),
    }))
    found.push({ said: content.trim(), element, whole: rangeOf(text, 0, content.length), kept })
  }
  Object.assign(window, { wordsOfPage: found })
}

/** Runs in the page, too: how wide it is, and what has no room. */
function crampedParts(): string[] {
  const problems = new Set<string>()
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) problems.add('the page is wider than its window')
  for (const dialog of document.querySelectorAll('dialog[open]'))
    if (dialog.scrollWidth > dialog.clientWidth) problems.add('the dialog is wider than its frame')
  for (const { said, element, whole, kept } of (window as PageWithWords).wordsOfPage ?? []) {
    const place = whole.getBoundingClientRect()
    if (place.width === 0 || !element.checkVisibility({ visibilityProperty: true })) continue
    const box = boxOf(element).getBoundingClientRect()
    if (place.left < box.left - 1 || place.right > box.right + 1) problems.add(`"${said}" leaves its box`)
    for (const { text, range } of kept)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
        problems.add(`${text} is broken`)
  }
  return [`${innerWidth}`, ...problems]

  function boxOf(element: Element): Element {
    const isInline = /^(inline|contents)$/.test(getComputedStyle(element).display)
    return isInline && element.parentElement ? boxOf(element.parentElement) : element
  }
}
