import type { Page, Request } from '@playwright/test'

/** A widget, ours or the original's, as far as its log needs it. */
type Widget = Record<string, (...args: unknown[]) => unknown> & {
  on: (event: string, listener: (payload: unknown) => void) => void
}
type Shop = Window & {
  widget?: Widget
  /** What the widget has told since the last step. */
  told?: string[]
  braintree?: { dropin: Widget }
}
/** How a call ended, by promise or by callback. */
type Outcome = { gives?: unknown } | { fails: object }

const events = [
  ...['changeActiveView', 'paymentOptionSelected', 'paymentMethodRequestable', 'noPaymentMethodRequestable'],
  ...['binAvailable', 'focus', 'blur', 'empty', 'notEmpty', 'validityChange', 'cardTypeChange'].map(
    (name) => `card:${name}`,
  ),
  'card:inputSubmitRequest',
]

/**
 * Keeps what a widget tells its page, how its calls end, and what it sends: a line each, after the name of its step. The
 * requests of a step are sorted, with a line for the path and one for each value; analytics come last, sorted.
 */
export function keepLog(page: Page) {
  const lines: string[] = []
  const kinds: string[] = []
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/analytics/')) kinds.push(...kindsOf(request))
    else sent.push(...linesOf(request, page))
  })

  /** `last` is the event that ends the step. */
  async function step(name: string, act: () => Promise<unknown>, last?: string) {
    const outcome = await act()
    if (last) await page.waitForFunction(hasTold, last, { polling: 20, timeout: 10_000 })
    const told = await page.evaluate(takeTold)
    const ended = outcome === undefined ? [] : [text(outcome)]
    const all = [...told.map((event) => text(JSON.parse(event))), ...ended, ...sent.splice(0).sort()]
    lines.push(...all.map((line) => `${name}: ${line}`))
  }

  return {
    step,
    create: (options: object) => page.evaluate(create, { options, events }),
    call: (method: string, ...args: unknown[]) => page.evaluate(call, { method, args, byCallback: false }),
    callBack: (method: string) => page.evaluate(call, { method, args: [], byCallback: true }),
    read: () => [...lines, ...kinds.map((kind) => `analytics: ${kind}`).sort()],
  }
}
export type Log = ReturnType<typeof keepLog>

/** Runs in the page. */
async function create({ options, events }: { options: object; events: string[] }): Promise<Outcome> {
  const shop: Shop = window
  shop.told ??= []
  const { told } = shop
  const widget = (await shop.braintree?.dropin.create?.({ container: '#place', ...options })) as Widget
  shop.widget = widget
  const inWords = (_: string, value: unknown) =>
    value instanceof Element ? /braintree-form-[a-z-]+/.exec(value.className)?.[0] : value
  for (const event of events)
    widget.on(event, (payload) => told.push(JSON.stringify({ event, payload }, inWords)))
  return {
    gives: {
      options: widget.getAvailablePaymentOptions?.(),
      isRequestable: widget.isPaymentMethodRequestable?.(),
    },
  }
}

/** Runs in the page. Sentences of inner errors are each widget's own. */
async function call(asked: { method: string; args: unknown[]; byCallback: boolean }): Promise<Outcome> {
  const { method, args, byCallback } = asked
  const widget = (window as Shop).widget
  const begin = () => widget?.[method]?.(...args)
  const begun = new Promise((resolve, reject) => {
    if (!byCallback) return resolve(begin())
    args.push((problem: unknown, value: unknown) => (problem ? reject(problem) : resolve(value)))
    begin()
  })
  try {
    return { gives: await begun }
  } catch (problem) {
    const { name, message, _braintreeWebError: cause } = problem as Error & { _braintreeWebError?: Failure }
    const { code, type, details } = cause ?? {}
    return { fails: { name, message, ...(cause && { cause: { name: cause.name, code, type, details } }) } }
  }
}
type Failure = { name: string; code: string; type: string; details: unknown }

const hasTold = (event: string) =>
  (window as Shop).told?.some((line) => line.startsWith(`{"event":"${event}"`)) ?? false

const takeTold = () => (window as Shop).told?.splice(0) ?? []

/** Braintree's analytics carry several in one request. */
function kindsOf(request: Request): string[] {
  const { analytics } = request.postDataJSON() as { analytics: { kind: string }[] }
  return analytics.map(({ kind }) => kind)
}

function linesOf(request: Request, page: Page): string[] {
  const { host, pathname, searchParams } = new URL(request.url())
  const isPosted = request.method() === 'POST'
  if (!isOfWidget(request, page) || (host === 'shop.example' && !isPosted)) return []
  const body = isPosted ? (request.postDataJSON() as Record<string, unknown>) : {}
  const [operation = ''] = /(?<=(query|mutation) )\w+/.exec(`${body?.query}`) ?? []
  const head = [request.method(), pathname, operation].filter(Boolean).join(' ')
  const values = leavesOf({ host, ...Object.fromEntries(searchParams), ...body })
  return [head, ...values.map((value) => `${head} ${value}`)]
}

/** What the frames load for themselves is theirs; their pages, and what they ask for, are not. */
function isOfWidget(request: Request, page: Page) {
  const type = request.resourceType()
  if (['document', 'fetch', 'xhr'].includes(type)) return true
  return ['script', 'stylesheet'].includes(type) && request.frame() === page.mainFrame()
}

function leavesOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}=${masked(path, value)}`]
  return Object.entries(value).flatMap(([name, inner]) => {
    const plainName = name.replace(/\[(\w+)\]/g, '.$1')
    return leavesOf(inner, path ? `${path}.${plainName}` : plainName)
  })
}

/** JSON whose names are sorted and whose chance values are named. */
function text(value: unknown) {
  return JSON.stringify(value, (name, inner) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return masked(name, inner)
    return Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
  })
}

const chance = [
  ...['nonce', 'singleUseTokenId', 'authorizationFingerprint', 'tokenizationKey', 'sessionId'],
  ...['payment_method_nonce', 'query', 'correlationId'],
]

function masked(path: string, value: unknown) {
  const name = path.split('.').at(-1) ?? ''
  return chance.includes(name) ? `<${name}>` : value
}
