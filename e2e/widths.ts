import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Every 10 px, from the narrowest phone to a wide window. */
const widths = Array.from({ length: 97 }, (_, index) => 320 + 10 * index)

/**
 * Nothing stands over an edge at any width: not the page over its window, not a dialog's content over its frame, no
 * words over their box; no amount and no date stands in two lines.
 */
export async function expectRoomAtEveryWidth(page: Page) {
  const before = page.viewportSize() ?? { width: 390, height: 844 }
  const found = new Map<string, number[]>()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const problem of await page.evaluate(crampedParts))
      found.set(problem, [...(found.get(problem) ?? []), width])
  }
  await page.setViewportSize(before)
  const told = [...found].map(
    ([problem, at]) => `${problem} at ${at[0]} to ${at.at(-1)} px (${at.length} widths)`,
  )
  expect(told, page.url()).toEqual([])
}

/** Runs in the page. */
function crampedParts(): string[] {
  const problems = new Set<string>()
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) problems.add('the page is wider than its window')
  for (const dialog of document.querySelectorAll('dialog[open]'))
    if (dialog.scrollWidth > dialog.clientWidth) problems.add('the dialog is wider than its frame')
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = words.nextNode(); text; text = words.nextNode()) {
    const element = text.parentElement
    const said = text.textContent?.trim()
    if (
      !element ||
      !said ||
      element.closest('.visually-hidden, .toasts, svg, script, style, noscript, select')
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const place = range.getBoundingClientRect()
    if (place.width === 0 || !element.checkVisibility({ visibilityProperty: true })) continue
    const box = boxOf(element).getBoundingClientRect()
    if (place.left < box.left - 1 || place.right > box.right + 1) problems.add(`"${said}" leaves its box`)
    for (const { index, 0: whole } of (text.textContent ?? '').matchAll(
      /\$\d[\d,.]*|\b[A-Z][a-z]{2} \d{1,2}\b/g,
    )) {
      range.setStart(text, index)
      range.setEnd(text, index + whole.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
        problems.add(`${whole} is broken`)
    }
  }
  return [...problems]

  function boxOf(element: Element): Element {
    const isInline = /^(inline|contents)$/.test(getComputedStyle(element).display)
    return isInline && element.parentElement ? boxOf(element.parentElement) : element
  }
}
