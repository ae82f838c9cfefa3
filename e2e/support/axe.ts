import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Frame, type Page, test } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** These speak of whole pages; a card field's frame holds one input and is no page. */
const ofWholePages = ['landmark-one-main', 'page-has-heading-one', 'region']

/** No violation in light, and the same contrast in dark. With PICTURES=1 both are kept, to be looked at. */
export async function expectFitInLightAndDark(page: Page, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoViolations(
      page,
      colorScheme === 'dark' ? { type: 'rule', values: ['color-contrast'] } : tags,
    )
    const path = test.info().outputPath(`${name} ${colorScheme}.png`)
    if (process.env.PICTURES) await page.screenshot({ path, fullPage: true })
  }
}

/** With PICTURES=1 the window as it is now is kept, as one step of somebody's way. */
export async function picture(page: Page, name: string) {
  if (process.env.PICTURES) await page.screenshot({ path: test.info().outputPath(`${name}.png`) })
}

/**
 * No violation of WCAG 2.2 AA or of axe's best practice, in the page and in each of its frames; but not in those whose
 * looks are all in `known`, which is added to. Of the page nothing but the `part` is looked at, if one is named.
 */
export async function expectNoViolations(
  page: Page,
  runOnly: RunOptions['runOnly'] = tags,
  known?: Set<string>,
  part?: string,
) {
  // A page that was opened by a link shows its words before its styles are all there.
  await page.waitForLoadState()
  const found: string[] = []
  // From the page's elements, as page.frames() still lists a frame that was taken away just now.
  const inside = await page.locator('iframe').elementHandles()
  const contents = await Promise.all(inside.map((element) => element.contentFrame()))
  // What the browser shows in place of a page that was kept out is its own.
  const frames = contents.filter((each) => each !== null).filter((each) => !isOfBrowser(each))
  const looks = new Set<string>()
  for (const frame of [page.mainFrame(), ...frames]) {
    if (known && frame !== page.mainFrame()) {
      const ofField = await whereItStays(frame, () => frame.evaluate(looksOfField))
      const unknown = ofField.filter((look) => !known.has(look) && !looks.has(look))
      if (unknown.length === 0) continue
      for (const look of unknown) looks.add(look)
    }
    const off = frame === page.mainFrame() ? [] : ofWholePages
    const options: RunOptions = {
      runOnly,
      resultTypes: ['violations'],
      iframes: false,
      rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
    }
    const place = frame === page.mainFrame() && part ? part : 'html'
    const look = async () => {
      if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source)
      return await frame.evaluate<AxeResults['violations'], [string, object]>(
        async ([place, options]) => (await Reflect.get(globalThis, 'axe').run(place, options)).violations,
        [place, options],
      )
    }
    const violations = await whereItStays(frame, look)
    for (const { id, help, nodes } of violations)
      found.push(`${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`)
  }
  expect(found, `axe at ${page.url()}`).toEqual([])
  for (const look of looks) known?.add(look)
}

/** The frame of a bank posts its form while it is looked at, and is on its next page then. */
const whereItStays = <Result>(frame: Frame, look: () => Promise<Result>) =>
  look().catch(async (problem: Error) => {
    if (!problem.message.includes('context was destroyed')) throw problem
    await frame.waitForLoadState()
    return look()
  })

const isOfBrowser = (frame: Frame) => frame.url().startsWith('chrome-error:')

/** Runs in a frame: its language, and how its field is made and drawn, whatever the words in it. */
function looksOfField() {
  const { lang, dir } = document.documentElement
  const { color, fontSize, direction } = getComputedStyle(document.querySelector('input') ?? document.body)
  const field = document.body.outerHTML.replace(/(?<=>|placeholder=")[^<"]+/g, 'words')
  return [`${lang} ${dir}`, [document.head.innerHTML, field, color, fontSize, direction].join()]
}
