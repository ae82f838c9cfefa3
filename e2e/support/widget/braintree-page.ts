import { test as base, expect } from '@playwright/test'
import { noteCrashes } from '../crashes.ts'
import { type BraintreeHosts, openBraintreeHosts } from './braintree-hosts.ts'

/** A browser whose internet is `openBraintreeHosts`. */
export const test = base.extend<object, { hosts: BraintreeHosts }>({
  hosts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
    async ({}, use) => {
      const hosts = await openBraintreeHosts()
      await use(hosts)
      await hosts.close()
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ hosts, launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), ...hosts.browserArguments]
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
  context: async ({ context }, use) => {
    const crashes: string[] = []
    noteCrashes(context, crashes)
    await use(context)
    expect(crashes).toEqual([])
  },
})
