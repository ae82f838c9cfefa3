import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const isRoot = process.getuid?.() === 0

/**
 * Chromium, with what else it is to be told.
 * @param {string[]} [own]
 * @returns {Promise<import('@playwright/test').Browser>}
 */
export async function openBrowser(own = []) {
  const { chromium } = await import(join(root, 'node_modules/playwright-core/index.mjs'))
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: [...(isRoot ? ['--no-sandbox'] : []), ...own],
  })
}

/**
 * A Chromium that another program has opened, which listens at this port. To close it is to leave it.
 * @param {number} port
 * @returns {Promise<import('@playwright/test').Browser>}
 */
export async function joinBrowser(port) {
  const { chromium } = await import(join(root, 'node_modules/playwright-core/index.mjs'))
  return chromium.connectOverCDP(`http://127.0.0.1:${port}`)
}

/**
 * Opens a page in Chromium with nothing cached, until it is at rest, and answers every request that it made.
 * @param {string} url
 * @param {string} [token] of a signed-in visitor
 * @returns {Promise<{ url: string, type: string }[]>}
 */
export async function requestsOf(url, token) {
  const browser = await openBrowser()
  try {
    const context = await browser.newContext()
    if (token) await context.addCookies([{ name: 'sign-in', value: token, url }])
    const page = await context.newPage()
    const requests = []
    page.on('request', (request) => requests.push({ url: request.url(), type: request.resourceType() }))
    await page.goto(url, { waitUntil: 'networkidle' })
    return requests
  } finally {
    await browser.close()
  }
}
