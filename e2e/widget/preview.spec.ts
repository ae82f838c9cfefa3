import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { createServer } from 'vite'
import type { Seen } from '../../dropin/preview/scenario.ts'
import { scenarios } from '../../dropin/preview/scenarios.ts'
import { freePort, startSandbox } from '../../sandbox/tests/support/running.ts'
import { expectNoViolations } from '../support/axe.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const usual = { width: 1280, height: 900 }
const pictures = at('../test-results/preview')

/** One page for all scenarios, and a sandbox of their own: some make its gateway fail. */
const test = base.extend<object, { preview: Page }>({
  preview: [
    async ({ browser }, use) => {
      const sandbox = await startSandbox({ SANDBOX_FRAMES_DIR: at('../../dropin/dist/frames') })
      process.env.SANDBOX_PORT = String(sandbox.port)
      const server = { port: await freePort(), hmr: false, watch: null }
      const vite = await createServer({ configFile: at('../../dropin/preview/vite.config.ts'), server })
      await vite.listen()
      const page = await browser.newPage({
        viewport: usual,
        locale: 'en-US',
        reducedMotion: 'reduce',
      })
      await page.goto(vite.resolvedUrls?.local[0] ?? '')
      await use(page)
      await page.close()
      await vite.close()
      await sandbox.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
/** The frames of the card fields are the same in most scenarios. */
const knownFrames = new Set<string>()
test.describe.configure({ mode: 'default' })

for (const [name, { seen, looks }] of Object.entries(scenarios))
  test(`the widget as it is to be seen: ${name}`, async ({ preview }) => {
    await preview.evaluate((hash) => {
      window.location.hash = hash
    }, encodeURIComponent(name))
    await expect(preview.getByRole('heading', { name, exact: true })).toBeVisible()

    await expect.poll(() => notYetSeen(preview, seen), { intervals: [50] }).toEqual([])
    expect(await preview.evaluate(partsThatDoNotFit)).toEqual([])
    // A place of 240 pixels is narrower still.
    if (looks !== 'narrow') expect(await withLargeTextOnSmallPhone(preview, name)).toEqual([])
    await expectNoViolations(preview, undefined, knownFrames, 'section')
    if (process.env.PICTURES)
      await preview.screenshot({ path: `${pictures}/${name}.jpg`, quality: 60, fullPage: true })
  })

async function notYetSeen(page: Page, seen: Seen[]) {
  const areSeen = await Promise.all(seen.map((each) => located(page, each).first().isVisible()))
  return seen.filter((_, index) => !areSeen[index])
}

/** What does not fit with text at 200 %, 320 pixels wide. */
async function withLargeTextOnSmallPhone(page: Page, name: string) {
  await page.setViewportSize({ width: 320, height: 900 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const problems = await page.evaluate(partsThatDoNotFit)
  if (process.env.PICTURES)
    await page.screenshot({ path: `${pictures}/${name}, 320.jpg`, quality: 60, fullPage: true })
  await page.evaluate(() => document.documentElement.removeAttribute('style'))
  await page.setViewportSize(usual)
  return problems
}

/** In the widget, over the page, or in what the shop's page is told. */
function located(page: Page, seen: Seen) {
  const shown = page.locator('section, dialog, output')
  if (typeof seen === 'string') return shown.getByText(seen).filter({ visible: true })
  if ('selector' in seen) return shown.locator(seen.selector)
  if (seen.role === 'dialog') return page.getByRole('dialog', { name: seen.name })
  return shown.getByRole(seen.role, { name: seen.name })
}

/** Runs in the page: what stands over an edge, a word that is broken, and a widget too narrow for its card form. */
function partsThatDoNotFit() {
  const narrowest = 240
  const problems: string[] = []
  const nameOf = (element: Element) => element.className || element.tagName
  for (const space of document.querySelectorAll('.space')) {
    const container = (space.shadowRoot ?? space).querySelector('.container')
    if (!container || container.childElementCount === 0) continue
    const room = space.getBoundingClientRect()
    const own = container.getBoundingClientRect()
    if (own.width > room.width + 1) problems.push(`container: ${own.width} of ${room.width} px`)
    if (own.width < Math.min(narrowest, room.width) - 1) problems.push(`container: only ${own.width} px`)
    for (const element of container.querySelectorAll('.braintree-dropin *')) {
      const { left, right, width } = element.getBoundingClientRect()
      if (width <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue
      if (left < own.left - 1 || right > own.right + 1) problems.push(`over the edge: ${nameOf(element)}`)
      if (element.clientWidth && element.scrollWidth > element.clientWidth + 1)
        problems.push(`wider than its place: ${nameOf(element)}`)
      for (const text of element.childNodes)
        if (text.nodeType === Node.TEXT_NODE) problems.push(...brokenWords(text))
    }
  }
  return problems

  /** What a line of the text can have: the inside of the first box around it that is not in a line itself. */
  function roomAround({ parentElement }: Node): number {
    if (!parentElement?.clientWidth) return parentElement ? roomAround(parentElement) : 0
    const { paddingLeft, paddingRight } = getComputedStyle(parentElement)
    return parentElement.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  }

  function brokenWords(text: Node) {
    const words = `${text.nodeValue}`.matchAll(/[\p{Script=Latin}\p{N}]+/gu)
    return Array.from(words).flatMap(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const parts = Array.from(range.getClientRects())
      const width = parts.reduce((sum, part) => sum + part.width, 0)
      const isWhole = new Set(parts.map(({ top }) => Math.round(top))).size < 2
      // A word that is wider than all its place is broken rather than cut.
      return isWhole || width > roomAround(text) ? [] : [`broken: ${word}`]
    })
  }
}
