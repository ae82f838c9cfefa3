import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { test as base } from '../fixtures.ts'
import { ask } from './merchant-page.ts'

const built = fileURLToPath(new URL('../../../dropin/dist', import.meta.url))
const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
}

/** A shop: its pages and scripts, beside the files of a folder, which is the widget's; and what was posted to it. */
export type Shop = {
  address: string
  folder: string
  files: Record<string, string>
  posted: Record<string, string>[]
}

export const test = base.extend<{ shop: Shop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
  shop: async ({}, use) => {
    const shop: Shop = { address: '', folder: built, files: {}, posted: [] }
    const server = createServer(async (incoming, response) => {
      const { url = '', method } = incoming
      const [path = ''] = url.split('?')
      response.setHeader('content-type', types[extname(path)] ?? 'text/html')
      if (method === 'POST') {
        shop.posted.push(Object.fromEntries(new URLSearchParams(await text(incoming))))
        return response.end('<h1>Thank you</h1>')
      }
      const file = shop.files[url] ?? (await readFile(join(shop.folder, path)).catch(() => undefined))
      return response.writeHead(file === undefined ? 404 : 200).end(file)
    })
    server.listen(0, 'localhost')
    await once(server, 'listening')
    shop.address = `http://localhost:${(server.address() as AddressInfo).port}/`
    await use(shop)
    server.close()
    server.closeAllConnections()
  },
})

export const clientToken = () => ask('client_token', { client_token: {} }, 'value')

export async function openPage(page: Page, shop: Shop, html: string) {
  const icon = '<link rel="icon" href="data:,">'
  shop.files['/'] = `<!doctype html><html lang="en"><title>A shop</title>${icon}${html}</html>`
  await page.goto(shop.address)
}
