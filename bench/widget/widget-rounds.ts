import type { openBrowser } from '../harness/browser.mjs'

export type Browser = Awaited<ReturnType<typeof openBrowser>>
type Page = Awaited<ReturnType<Browser['newPage']>>
type Sent = { url: string; headers: Record<string, string>; body: string }
/** Times and requests of one creation and one tokenization. */
export type Round = Awaited<ReturnType<typeof create>>

type Widget = { requestPaymentMethod: () => Promise<{ nonce: string }> }
type Shop = Window & {
  widget?: Widget
  braintree?: { dropin: { create: (options: object) => Promise<Widget> } }
}

const inFourYears = new Date().getFullYear() + 4
/** Prefilled: typing takes equally long in both. */
const fields = {
  number: { prefill: '4111111111111111' },
  expirationDate: { prefill: `12/${inFourYears}` },
  cvv: { prefill: '123' },
  postalCode: { prefill: '94000' },
}

/** In a browser with an empty cache. */
export async function create(browser: Browser, address: string, authorization: string) {
  return onFreshPage(browser, address, async (page) => {
    const sent: Sent[] = []
    page.on('request', (request) => {
      const body = request.postData() ?? ''
      if (/configuration|graphql/.test(request.url()) && request.method() !== 'OPTIONS')
        sent.push({ url: request.url(), headers: request.headers(), body })
    })
    const { ready, steps } = await page.evaluate(
      async (options) => {
        const shop: Shop = window as unknown as Shop
        const began = performance.now()
        shop.widget = await shop.braintree?.dropin.create(options)
        const ready = performance.now() - began
        const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        const steps = loaded
          .filter(({ startTime }) => startTime >= began)
          .map(({ name, startTime, responseEnd }) => {
            const what = new URL(name).pathname.split('/').at(-1)
            return [what, startTime - began, responseEnd - began] as const
          })
        return { ready, steps }
      },
      { authorization, container: '#place', card: { overrides: { fields } } },
    )
    await page.waitForFunction(() => document.querySelectorAll('.braintree-hosted-fields-valid').length === 4)
    const nonce = await page.evaluate(async () => {
      const { widget } = window as unknown as Shop
      const began = performance.now()
      await widget?.requestPaymentMethod()
      return performance.now() - began
    })
    return { ready, nonce, steps: named(steps, ready), sent }
  })
}

/** Files with one name are numbered. */
function named(steps: (readonly [what: string | undefined, from: number, to: number])[], ready: number) {
  const found: Record<string, number> = {}
  for (const [what, from, to] of steps) {
    const name = [what, `${what}, second`, `${what}, third`, `${what}, last`].find(
      (each) => !(`${each} asked for` in found),
    )
    found[`${name} asked for`] = from
    found[`${name} there`] = to
  }
  found.ready = ready
  return found
}

/** Lower bound of any widget: its configuration, then four frames of the gateway. */
export function configurationAndFrames(browser: Browser, shop: string, { sent }: Round) {
  const [configuration] = sent
  if (!configuration) throw new Error('The widget has asked for no configuration.')
  return onFreshPage(browser, `${shop}empty.html`, (page) =>
    page.evaluate(
      async ({ url, body, headers, empty }) => {
        const began = performance.now()
        const { authorization = '', 'braintree-version': version = '' } = headers
        const allowedHeaders = {
          Authorization: authorization,
          'Braintree-Version': version,
          'Content-Type': 'application/json',
        }
        await (await fetch(url, body ? { method: 'POST', body, headers: allowedHeaders } : {})).json()
        const loads = Array.from({ length: 4 }, () => {
          const frame = document.createElement('iframe')
          frame.src = empty
          const loading = new Promise((loaded) => frame.addEventListener('load', loaded))
          document.body.append(frame)
          return loading
        })
        await Promise.all(loads)
        return performance.now() - began
      },
      { ...configuration, empty },
    ),
  )
}

const pages = 'https://assets.braintreegateway.com/web/3.99.0/html'
/** A nearly empty page, and one that may call the gateway and does nothing by itself. */
const [empty, idle] = [`${pages}/venmo-landing-frame.min.html`, `${pages}/hosted-fields-frame.min.html`]

/** The widget's request for a nonce, by plain `fetch` in a gateway's frame. */
export function nonceAlone(browser: Browser, shop: string, { sent }: Round) {
  const request = sent.findLast(({ body }) => body.includes('tokenizeCreditCard'))
  if (!request) throw new Error('The widget has asked for no nonce.')
  return onFreshPage(browser, `${shop}empty.html`, async (page) => {
    await page.evaluate(async (idle) => {
      const frame = document.createElement('iframe')
      frame.src = idle
      const loading = new Promise((loaded) => frame.addEventListener('load', loaded))
      document.body.append(frame)
      await loading
    }, idle)
    const frame = page.frames().find((each) => each.url() === idle)
    if (!frame) throw new Error('The frame did not load.')
    return frame.evaluate(async ({ url, headers, body }) => {
      const { authorization = '', 'braintree-version': version = '' } = headers
      const allowedHeaders = {
        Authorization: authorization,
        'Braintree-Version': version,
        'Content-Type': 'application/json',
      }
      const began = performance.now()
      await (await fetch(url, { method: 'POST', headers: allowedHeaders, body })).json()
      return performance.now() - began
    }, request)
  })
}

/** Evaluation time of a script. */
export function evaluation(browser: Browser, shop: string, script: string) {
  return onFreshPage(browser, `${shop}empty.html`, (page) =>
    page.evaluate(async (address) => {
      const element = document.createElement('script')
      element.textContent = await (await fetch(address)).text()
      const began = performance.now()
      document.body.append(element)
      return performance.now() - began
    }, `/${script}`),
  )
}

async function onFreshPage<Result>(browser: Browser, address: string, work: (page: Page) => Promise<Result>) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  await page.goto(address)
  try {
    return await work(page)
  } finally {
    await context.close()
  }
}
