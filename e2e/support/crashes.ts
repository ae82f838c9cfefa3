import { freemem, loadavg } from 'node:os'
import type { BrowserContext } from '@playwright/test'

/** Adds to `notes` what is known of each page that crashes. Chromium itself says nothing of why. */
export function noteCrashes(context: BrowserContext, notes: string[]) {
  context.on('page', (page) =>
    page.on('crash', () => {
      const free = Math.round(freemem() / 2 ** 20)
      notes.push(`${page.url()} crashed: ${free} MB of memory free, load ${loadavg()[0]?.toFixed(1)}`)
    }),
  )
}
