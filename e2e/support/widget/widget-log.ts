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
export type Outcome = { gives?: unknown } | { fails: object }

const events = [
  ...['changeActiveView', 'paymentOptionSelected', 'paymentMethodRequestable', 'noPaymentMethodRequestable'],
  ...['binAvailable', 'focus', 'blur', 'empty', 'notEmpty', 'validityChange', 'cardTypeChange'].map(
    (name) => `card:${name}`,
  ),
  'card:inputSubmitRequest',
  ...['customer-canceled', 'authentication-modal-render', 'authentication-modal-close'].map(
    (name) => `3ds:${name}`,
  ),
]

/**
 * Keeps what a widget tells its page, how its calls end, and what it sends: a line each, after the name of its step. The
 * requests of a step are sorted, with a line for the path and one for each value. What nobody waits for comes last, sorted:
 * analytics, what the provider of 3-D Secure is asked by its own script, and, once, how a widget asks Venmo whether
 * somebody has answered: how often it does so is chance.
 */
export function keepLog(page: Page) {
  const lines: string[] = []
  const aside: string[] = []
  const sent: string[] = []
  let polls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.includes('/analytics/')) aside.push(...kindsOf(request).map((kind) => `analytics: ${kind}`))
    else if (pathname.startsWith(provider)) aside.push(`provider: ${request.method()} ${named(pathname)}`)
    else if (isPoll(request)) polls = linesOf(request, page).map((line) => `polls: ${line}`)
    else if (!theirOwn.test(pathname)) sent.push(...linesOf(request, page))
  })

  /** `last` are the events that end the step. */
  async function step<Made>(name: string, act: () => Promise<Made>, ...last: string[]) {
    const outcome = await act()
    for (const event of last) await page.waitForFunction(hasTold, event, { polling: 20, timeout: 10_000 })
    const told = await page.evaluate(takeTold)
    const ended = outcome === undefined ? [] : [text(outcome)]
    const all = [...told.map((event) => text(JSON.parse(event))), ...ended, ...sent.splice(0).sort()]
    lines.push(...all.map((line) => `${name}: ${line}`))
    return outcome
  }

  return {
    step,
    create: (options: object) => page.evaluate(create, { options, events }),
    call: (method: string, ...args: unknown[]) => page.evaluate(call, { method, args, byCallback: false }),
    callBack: (method: string) => page.evaluate(call, { method, args: [], byCallback: true }),
    read: () => [...lines, ...[...aside, ...polls].sort()],
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

/** What the provider's script asks of its own company, without what it tells it. */
const provider = '/three-d-secure/provider/'
/** What a bank's page and a shopper's device send for themselves is theirs. */
const theirOwn = /^\/(three-d-secure\/bank|devices\/\w+-pay\/payments)/

const isPoll = (request: Request) => request.postData()?.includes('query PaymentContext(') ?? false

/** How far the payer is when a poll comes. */
const seenByChance = /\.status-change\.(created|scanned)$/

/** Braintree's analytics carry several in one request. */
function kindsOf(request: Request): string[] {
  const { analytics } = request.postDataJSON() as { analytics: { kind: string }[] }
  return analytics.map(({ kind }) => kind).filter((kind) => !seenByChance.test(kind))
}

function linesOf(request: Request, page: Page): string[] {
  const { host, pathname, searchParams } = new URL(request.url())
  const isPosted = request.method() === 'POST'
  if (!isOfWidget(request, page) || (host === 'shop.example' && !isPosted)) return []
  const body = isPosted ? (request.postDataJSON() as Record<string, unknown>) : {}
  const [operation = ''] = /(?<=(query|mutation) )\w+/.exec(`${body?.query}`) ?? []
  const head = [request.method(), named(pathname), operation].filter(Boolean).join(' ')
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

/** Ids are chance: uuids, and those of payments with Venmo. */
const named = (text: string) => text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|dmVubW9\w+/g, '<id>')

/** JSON whose names are sorted and whose chance values are named. */
function text(value: unknown) {
  return JSON.stringify(value, (name, inner) => {
    if (chance.includes(name)) return masked(name, inner)
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return masked(name, inner)
    return Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
  })
}

const chance = [
  ...['nonce', 'singleUseTokenId', 'authorizationFingerprint', 'tokenizationKey', 'sessionId'],
  ...['payment_method_nonce', 'query', 'correlationId'],
  // what takes time, and what a bank and a device sign
  ...['cardinalDeviceDataCollectionTimeElapsed', 'issuerDeviceDataCollectionTimeElapsed', 'jwt'],
  ...['cavv', 'xid', 'threeDSecureAuthenticationId', 'paymentData', 'transactionIdentifier'],
]

function masked(path: string, value: unknown) {
  const name = path.split('.').at(-1) ?? ''
  if (chance.includes(name)) return `<${name}>`
  return typeof value === 'string' ? named(value) : value
}
