import type { Dropin, Options, PaymentMethodPayload } from './public-types/dropin.ts'

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

/** Makes the widget that a script tag asks for, and posts its form with what that gives. */
export async function postWithWidget(
  form: HTMLFormElement,
  script: Element,
  create: (options: Partial<Options>) => Promise<Dropin>,
) {
  const options = optionsFrom((name) => script.getAttribute(name))
  const { nonce } = script as HTMLScriptElement
  const widget = await create({ ...options, ...(nonce && { nonce }) })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form, widget).catch(reportError)
  })
  widget.on('card:inputSubmitRequest', () => form.requestSubmit())
}

/** Posts the form with a nonce. What is wrong is said by the widget, and nothing is posted. */
async function send(form: HTMLFormElement, widget: Dropin) {
  try {
    const payload = await widget.requestPaymentMethod()
    for (const [name, value] of Object.entries(hiddenFieldsOf(payload))) fieldOf(form, name).value = value
  } catch (problem) {
    if (problem instanceof Error && problem.name === 'DropinError') return
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
