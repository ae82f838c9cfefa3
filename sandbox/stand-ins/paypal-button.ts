/**
 * PayPal's button script of version 4, as Braintree's drop-in calls it: `paypal.Button.render(options, container)` draws
 * a button in a frame of PayPal's. A click opens PayPal's window, asks the page for a payment, and tells it how that ended.
 */
type Approval = {
  isApproved: boolean
  token?: string
  paymentId?: string
  ba_token?: string
  PayerID?: string
}
type FromFrame = {
  paypalButton: {
    event: 'ready' | 'clicked' | 'clicked-again' | 'blocked' | 'closed' | 'ended'
    told?: Approval
  }
}
type Style = {
  label?: string
  size?: string
  color?: string
  shape?: string
  height?: number
  tagline?: boolean
}
type Options = {
  env?: string
  locale?: string
  commit?: boolean
  style?: Style
  funding?: { allowed?: string[]; disallowed?: string[] }
  payment?: () => unknown
  onAuthorize?: (data: object, actions: object) => unknown
  onCancel?: (data: object, actions: object) => unknown
  onError?: (problem: Error) => unknown
  onClick?: () => unknown
  onEnter?: () => unknown
}

const FUNDING = Object.fromEntries(
  [
    'paypal',
    'venmo',
    'credit',
    'card',
    'ideal',
    'elv',
    'bancontact',
    'giropay',
    'sofort',
    'eps',
    'mybank',
    'p24',
    'zimpler',
  ].map((name) => [name.toUpperCase(), name]),
)
const known: Record<string, string[]> = {
  label: ['paypal', 'checkout', 'credit', 'pay', 'buynow', 'installment'],
  size: ['small', 'medium', 'large', 'responsive'],
  color: ['gold', 'blue', 'silver', 'black', 'darkblue', 'white'],
  shape: ['pill', 'rect'],
}
const heights: Record<string, number> = { small: 25, medium: 35, large: 45, responsive: 42 }
const widths: Record<string, string> = { small: '150px', medium: '250px', large: '350px', responsive: '100%' }

const { src } = document.currentScript as HTMLScriptElement

/** Where PayPal's pages are: beside this script, unless that came from PayPal's own host for scripts. */
function pagesUrl(env: string): string {
  if (!new URL(src).hostname.endsWith('.paypalobjects.com')) return src.replace(/\/api\/.*/, '')
  return env === 'sandbox' ? 'https://www.sandbox.paypal.com' : 'https://www.paypal.com'
}

class PopupOpenError extends Error {
  override name = 'PopupOpenError'
}

async function render(options: Options, container: string | HTMLElement): Promise<void> {
  const { env = 'production', style = {}, locale, payment, onAuthorize } = options
  checkOptions(options, env)
  const place = typeof container === 'string' ? document.querySelector(container) : container
  if (!place) throw new Error(`Document is ready and element ${container} does not exist`)
  if (!payment || !onAuthorize) throw new Error(`Prop ${payment ? 'onAuthorize' : 'payment'} is required`)
  const { size = 'responsive', label = 'paypal', height = heights[size] } = style
  const pages = pagesUrl(env)
  const { origin } = new URL(pages)
  const frame = document.createElement('iframe')
  const look = {
    label,
    color: style.color ?? (label === 'credit' ? 'darkblue' : 'gold'),
    shape: style.shape ?? 'pill',
  }
  const approval = {
    ...look,
    origin: location.origin,
    locale: locale ?? 'en_US',
    commit: String(options.commit ?? false),
  }
  frame.src = `${pages}/smart/button?${new URLSearchParams(approval)}`
  frame.title = label === 'credit' ? 'PayPal Credit' : 'PayPal'
  frame.className = 'paypal-button'
  frame.allow = 'popups'
  Object.assign(frame.style, { border: '0', width: widths[size], height: `${height}px`, display: 'block' })
  await new Promise<void>((ready) => {
    window.addEventListener('message', ({ source, origin: from, data }: MessageEvent<FromFrame>) => {
      if (source !== frame.contentWindow || from !== origin || !data?.paypalButton) return
      if (data.paypalButton.event === 'ready') return ready()
      void hear(options, data.paypalButton, (message) =>
        frame.contentWindow?.postMessage({ paypalButton: message }, origin),
      )
    })
    place.append(frame)
  })
  options.onEnter?.()
}

function checkOptions({ style = {}, locale, funding = {} }: Options, env: string): void {
  if (!['production', 'sandbox'].includes(env)) throw new Error(`Invalid env: ${env}`)
  if (locale && !/^[a-z]{2}_[A-Z]{2}$/.test(locale)) throw new Error(`Invalid locale: ${locale}`)
  for (const [name, value] of Object.entries(style))
    if (known[name] && !known[name].includes(String(value))) throw new Error(`Invalid ${name}: ${value}`)
  if (style.height !== undefined && !(style.height >= 25 && style.height <= 55))
    throw new Error('Expected style.height to be between 25px and 55px')
  const source = style.label === 'credit' ? 'credit' : 'paypal'
  if (funding.disallowed?.includes(source)) throw new Error(`${source} is disallowed`)
}

let current: Record<string, string> = {}

/** Messages of the button's frame and its window. */
async function hear(
  options: Options,
  { event, told }: FromFrame['paypalButton'],
  post: (message: object) => void,
): Promise<void> {
  try {
    if (event === 'blocked') throw new PopupOpenError('Can not open popup window - blocked')
    if (event === 'clicked-again') return void options.onClick?.()
    if (event === 'clicked') {
      options.onClick?.()
      const token = await options.payment?.()
      if (typeof token !== 'string' || !token) throw new Error('No value passed to payment')
      if (!/^(EC|BA)-\w+$/.test(token)) throw new Error(`Invalid payment token: ${token}`)
      current = token.startsWith('BA-') ? { billingToken: token } : { paymentToken: token }
      return post({ open: token })
    }
    if (event === 'closed') return void (await options.onCancel?.({ ...current }, {}))
    if (event === 'ended' && told) await end(options, told)
  } catch (problem) {
    post({ close: true })
    await options.onError?.(problem instanceof Error ? problem : new Error(String(problem)))
  }
}

async function end({ onAuthorize, onCancel }: Options, approval: Approval): Promise<void> {
  const { token, paymentId, ba_token, PayerID } = approval
  const data = ba_token ? { billingToken: ba_token } : { paymentToken: token, paymentID: paymentId }
  if (approval.isApproved) await onAuthorize?.({ ...data, payerID: PayerID }, {})
  else await onCancel?.(data, {})
}

Object.assign(window, { paypal: { version: '4.0.0', FUNDING, PopupOpenError, Button: { render } } })
