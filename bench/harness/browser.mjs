import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isRoot = process.getuid?.() === 0

/**
 * Chromium with further arguments.
 * @param {string[]} [args]
 * @returns {Promise<import('@playwright/test').Browser>}
 */
export async function openBrowser(args = []) {
  const { chromium } = await import(join(root, 'node_modules/playwright-core/index.mjs'))
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: [...(isRoot ? ['--no-sandbox'] : []), ...args],
  })
}

/**
 * Attaches to a running Chromium; closing it only detaches.
 * @param {number} port
 * @returns {Promise<import('@playwright/test').Browser>}
 */
export async function joinBrowser(port) {
  const { chromium } = await import(join(root, 'node_modules/playwright-core/index.mjs'))
  return chromium.connectOverCDP(`http://127.0.0.1:${port}`)
}

/**
 * Opens a page with an empty cache until it is idle, and gives its requests.
 * @param {string} url
 * @param {string} [token] of a signed-in visitor
 * @returns {Promise<{ url: string, type: string }[]>}
 */
export async function listRequests(url, token) {
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
