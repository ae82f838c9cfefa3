import { uuid } from '#agreed/uuid.ts'
import type { Dropin, Options, PaymentMethodPayload } from './api/dropin.ts'
import { report } from './gateway/analytics.ts'
import { leaveGateway, openGateway } from './gateway/gateway.ts'
import { messagesOf } from './messages/messages.ts'
import { DropinError } from './platform/errors.ts'

const attribute = 'data-braintree-dropin-authorization'

/** What a script tag may set. What has no capitals in HTML is asked for in any case. */
const settings = [
  ...['locale', 'payment-option-priority', 'data-collector.kount', 'data-collector.paypal'],
  ...['three-d-secure', 'three-d-secure.amount'],
  ...['cardholder-name', 'cardholderName'].flatMap((name) => [`card.${name}`, `card.${name}.required`]),
  ...['paypal', 'paypal-credit'].flatMap((option) =>
    ['amount', 'currency', 'flow', 'landing-page-type'].map((setting) => `${option}.${setting}`),
  ),
]

type Tree = { [name: string]: unknown }

/** The options that the attributes of a script tag stand for: dots nest, values are JSON where they can be. */
export function optionsFrom(read: (attribute: string) => string | null) {
  const options: Tree = {}
  for (const setting of settings) {
    const text = read(`data-${setting}`)
    if (text !== null) put(options, setting.split('.').map(inCamelCase), readValue(text))
  }
  return options
}

const inCamelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function put(options: Tree, [name = '', ...rest]: string[], value: unknown) {
  if (rest.length === 0) {
    options[name] = value
    return
  }
  const known = options[name]
  const inner: Tree = typeof known === 'object' ? { ...known } : {}
  put(inner, rest, value)
  options[name] = inner
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // most are plain words
  }
}

/** What is posted with the form beside the shop's own fields. */
export function hiddenFieldsOf({ nonce, deviceData }: PaymentMethodPayload) {
  return { payment_method_nonce: nonce, ...(deviceData && { device_data: deviceData }) }
}

/**
 * A script tag inside a form, with an authorization, needs no code of the page: the widget stands before it, and the
 * form is posted with a nonce. Where the widget cannot be made, the form says so, and can be posted without.
 */
export async function followScriptTag(
  current: Element | null,
  create: (options: Options) => Promise<Dropin>,
) {
  const script = current?.hasAttribute(attribute) ? current : document.querySelector(`script[${attribute}]`)
  if (!script) return
  const authorization = script.getAttribute(attribute)
  if (!authorization) throw new DropinError(`Authorization not found in ${attribute} attribute`)
  const form = script.closest('form')
  if (!form) throw new DropinError('No form found for script tag integration.')
  const container = document.createElement('div')
  container.id = `braintree-dropin-${uuid()}`
  script.before(container)
  let widget: Dropin | undefined
  function intercept(event: Event) {
    event.preventDefault()
    if (form && widget) send(form, widget).catch(reportError)
  }
  form.addEventListener('submit', intercept)
  try {
    const options = optionsFrom((name) => script.getAttribute(name))
    const { nonce } = script as HTMLScriptElement
    widget = await create({ ...options, ...(nonce && { nonce }), authorization, container })
  } catch (problem) {
    form.removeEventListener('submit', intercept)
    container.append(noticeOf(problem))
    throw problem
  }
  widget.on('card:inputSubmitRequest', () => form.requestSubmit())
  report(await openGateway(authorization), 'integration-type.script-tag')
  leaveGateway(authorization)
}

function noticeOf(problem: unknown) {
  const notice = document.createElement('p')
  notice.role = 'alert'
  const reason = problem instanceof Error ? problem.message : ''
  notice.textContent = `${messagesOf({}).genericError} ${reason}`
  return notice
}

/** Posts the form with a nonce. What is wrong is said by the widget, and nothing is posted. */
async function send(form: HTMLFormElement, widget: Dropin) {
  try {
    const payload = await widget.requestPaymentMethod()
    for (const [name, value] of Object.entries(hiddenFieldsOf(payload))) fieldOf(form, name).value = value
  } catch (problem) {
    if (problem instanceof DropinError) return
    throw problem
  }
  // A field of the shop may be called "submit", too.
  HTMLFormElement.prototype.submit.call(form)
}

/** The shop's own field of this name, or a hidden one. */
function fieldOf(form: HTMLFormElement, name: string) {
  const known = form.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (known) return known
  const field = document.createElement('input')
  Object.assign(field, { type: 'hidden', name })
  form.append(field)
  return field
}
