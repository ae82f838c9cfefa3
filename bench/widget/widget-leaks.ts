import type { BraintreeHosts } from '../../e2e/support/widget/braintree-hosts.ts'
import { atMost, expectThat, title } from '../harness/report.ts'
import type { Browser } from './widget-rounds.ts'

const [few, many] = [10, 60]
const mostKilobytes = 200
const counted = ['JSEventListeners', 'Frames', 'Documents', 'Nodes']

type Shop = Window & {
  braintree?: { dropin: { create: (options: object) => Promise<{ teardown: () => Promise<void> }> } }
}

/** Memory after sixty widgets created and torn down, against ten. */
export async function measureLeaks(browser: Browser, hosts: BraintreeHosts) {
  title(`What is left of ${few} and of ${many} widgets after their teardown and a collection`)
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  await page.goto(`${hosts.shop}ours.html`)
  const { clientToken } = await hosts.merchant.clientToken.generate({})
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  async function rounds(count: number) {
    await page.evaluate(
      async ({ authorization, count }) => {
        const { braintree } = window as unknown as Shop
        for (let round = 0; round < count; round++)
          await (await braintree?.dropin.create({ authorization, container: '#place' }))?.teardown()
      },
      { authorization: clientToken, count },
    )
    for (let turn = 0; turn < 3; turn++) await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  }
  const early = await rounds(few)
  const late = await rounds(many - few)
  for (const name of counted) expectThat(name, early(name) === late(name), `${early(name)} and ${late(name)}`)
  const grown = (late('JSHeapUsedSize') - early('JSHeapUsedSize')) / 1000
  atMost(1, 'heap', grown / mostKilobytes, `${grown.toFixed(0)} KB more, of ${mostKilobytes}`)
  await context.close()
}
