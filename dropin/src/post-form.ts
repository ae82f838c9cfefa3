import type { Dropin, Options, PaymentMethodPayload } from './public-types/dropin.ts'

/** Options of the script tag. HTML attributes have no capitals: names are compared case-insensitively. */
const settings = [
  ...['locale', 'payment-option-priority', 'data-collector.kount', 'data-collector.paypal'],
  ...['three-d-secure', 'three-d-secure.amount'],
  ...['cardholder-name', 'cardholderName'].flatMap((name) => [`card.${name}`, `card.${name}.required`]),
  ...['paypal', 'paypal-credit'].flatMap((option) =>
    ['amount', 'currency', 'flow', 'landing-page-type'].map((setting) => `${option}.${setting}`),
  ),
]

type Tree = { [name: string]: unknown }

/** Dots nest; values are JSON where they parse. */
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
    return text // most are plain strings
  }
}

export function hiddenFields({ nonce, deviceData }: PaymentMethodPayload) {
  return { payment_method_nonce: nonce, ...(deviceData && { device_data: deviceData }) }
}

/** Creates the widget for a script tag, and posts its form with the result. */
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

/** On failure the widget shows the error, and nothing is posted. */
async function send(form: HTMLFormElement, widget: Dropin) {
  try {
    const payload = await widget.requestPaymentMethod()
    for (const [name, value] of Object.entries(hiddenFields(payload)))
      findOrAddField(form, name).value = value
  } catch (problem) {
    if (problem instanceof Error && problem.name === 'DropinError') return
    throw problem
  }
  // A field of the form may be named "submit".
  HTMLFormElement.prototype.submit.call(form)
}

/** The form's field of this name, or a new hidden one. */
function findOrAddField(form: HTMLFormElement, name: string) {
  const known = form.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (known) return known
  const field = document.createElement('input')
  Object.assign(field, { type: 'hidden', name })
  form.append(field)
  return field
}
