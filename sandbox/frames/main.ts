import { openBus } from './bus.ts'
import type { Client } from './client.ts'
import { type FieldKey, type FieldOptions, isFieldKey } from './fields.ts'
import { type Form, type FormOptions, openForm } from './form.ts'
import { openInput, type Told } from './input.ts'
import { applyStyles, type Styles } from './styles.ts'
import type { TokenizationRequest } from './tokenize.ts'

/** How the orchestrating frame reaches the other frames of its widget, which have the same origin. */
type OpenField = (
  options: FieldOptions,
  styles: Styles,
  tell: (told: Told) => void,
) => ReturnType<typeof openInput>
type FieldWindow = Window & { openField?: OpenField }

const key = window.name.replace('braintree-hosted-field-', '')
const componentId = window.location.hash.slice(1)
if (window.parent !== window && isFieldKey(key)) start(key)

function start(key: FieldKey) {
  const openField: OpenField = (options, styles, tell) => {
    applyStyles(styles)
    return openInput(key, options, tell)
  }
  Object.assign(window, { openField })
  const bus = openBus(componentId)
  // Only the first frame of the widget receives an answer; it orchestrates the others.
  bus.ask('FRAME_READY', { field: key }).then((configuration) => {
    const { fields, styles = {} } = configuration as FormOptions & { styles?: Styles }
    const form = openForm({ fields }, bus)
    for (const [name, open] of fieldsOfWidget()) {
      form.add(
        name,
        open(fields[name] ?? {}, styles, (told) => form.hear(name, told)),
      )
    }
    obey(form, bus)
    return bus.ask('READY_FOR_CLIENT').then((client) => form.useClient(client as Client))
  }, reportError)
}

function fieldsOfWidget(): [FieldKey, OpenField][] {
  const frames = Array.from({ length: window.parent.length }, (_, index) => window.parent[index])
  return frames.filter(isOfThisWidget).flatMap((frame) => {
    const name = frame.name.replace('braintree-hosted-field-', '')
    return isFieldKey(name) && frame.openField ? [[name, frame.openField]] : []
  })
}

function isOfThisWidget(frame: FieldWindow | undefined): frame is FieldWindow {
  try {
    return frame?.location.hash === window.location.hash
  } catch {
    return false // a frame of another origin
  }
}

/** Follows what the page asks of a field. */
function obey(form: Form, bus: ReturnType<typeof openBus>) {
  type Order = { field: FieldKey; attribute: string; value: unknown; classname: string; message: string }
  const on = (event: string, act: (input: HTMLInputElement, order: Order) => void) =>
    bus.on(event, (data) => {
      const order = data as Order
      const input = form.field(order.field)?.input
      if (input) act(input, order)
    })
  on('TRIGGER_INPUT_FOCUS', (input) => input.focus())
  on('SET_ATTRIBUTE', (input, { attribute, value }) => {
    if (!attributes.has(attribute)) return
    if (attribute === 'disabled') input.disabled = value === true
    else input.setAttribute(attribute, `${value}`)
  })
  on('REMOVE_ATTRIBUTE', (input, { attribute }) => {
    if (attributes.has(attribute)) input.removeAttribute(attribute)
  })
  on('ADD_CLASS', (input, { classname }) => input.classList.add(classname))
  on('REMOVE_CLASS', (input, { classname }) => input.classList.remove(classname))
  on('CLEAR_FIELD', (_, { field }) => form.put(field, ''))
  on('SET_MESSAGE', (_, { field, message }) => {
    const description = form.field(field)?.description
    if (description) description.textContent = message
  })
  bus.on('TOKENIZATION_REQUEST', (request, reply) => {
    form.answer((request ?? {}) as TokenizationRequest).then(reply, reportError)
  })
}

const attributes = new Set(['aria-invalid', 'aria-required', 'disabled', 'placeholder'])
