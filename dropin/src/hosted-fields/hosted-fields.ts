import { type Bus, openBus } from '#agreed/bus.ts'
import { type FieldKey, type FormState, fieldKeys, fieldNames } from '#agreed/fields.ts'
import { uuid } from '#agreed/uuid.ts'
import type { PaymentMethod } from '../methods/payment-method.ts'
import { BraintreeError, calledAfterTeardown } from '../platform/errors.ts'
import { waits, within } from '../platform/waits.ts'
import type { FieldOverrides } from './field-options.ts'
import type { Looks } from './field-styles.ts'

export type FieldPayload = FormState & { emittedBy: FieldKey }

type Setup = {
  assetsUrl: string
  /** The client of the frames, sent to them on request. */
  client: object
  containers: Partial<Record<FieldKey, Element>>
  fields: Partial<Record<FieldKey, FieldOverrides>>
  looks: Looks
  hear: (type: string, payload: FieldPayload) => void
  hearBin: (bin: string) => void
}

/** Puts a frame of the assets host into each container; what is typed stays in these frames. */
export function openHostedFields(setup: Setup) {
  const { assetsUrl, containers, fields } = setup
  const id = uuid()
  const keys = fieldKeys.filter((key) => containers[key])
  const frames = new Map(keys.map((key) => [key, frameOf(key, fields[key]?.iframeTitle)]))
  const bus = openBus(`${id}:hosted-fields`, {
    windows: () => [...frames.values()].map(({ contentWindow }) => contentWindow),
    origin: new URL(assetsUrl).origin,
  })
  const closing = new AbortController()
  let shown = JSON.stringify(setup.looks)
  const ready = settled<void>(closing.signal, waits.fields, loadTimeout(), (resolve) => {
    configureFrames(bus, keys, setup, resolve)
  })
  for (const [key, frame] of frames) {
    const rest = document.createElement('div')
    rest.style.clear = 'both'
    containers[key]?.append(frame, rest)
    frame.src = `${assetsUrl}/web/3.99.0/html/hosted-fields-frame.min.html#${id}`
  }
  return {
    ready,
    closed: closing.signal,
    /** Gives a fresh nonce; rejects with the BraintreeError that the frame names. */
    tokenize(vault: boolean, fieldsToTokenize: FieldKey[]) {
      return settled<PaymentMethod>(
        closing.signal,
        waits.tokenizing,
        tokenizeTimeout(),
        (resolve, reject) => {
          bus.ask('TOKENIZATION_REQUEST', { vault, fieldsToTokenize }, (answer) => {
            const [failure, payload] = answer as [Failure | null, PaymentMethod]
            if (failure) reject(new BraintreeError(failure))
            else resolve(payload)
          })
        },
      )
    },
    focus(field: FieldKey) {
      frames.get(field)?.focus()
      bus.emit('TRIGGER_INPUT_FOCUS', { field })
    },
    clear: (field: FieldKey) => bus.emit('CLEAR_FIELD', { field }),
    setAttribute(field: FieldKey, attribute: string, value: string | boolean) {
      bus.emit('SET_ATTRIBUTE', { field, attribute, value })
    },
    setMessage: (field: FieldKey, message: string) => bus.emit('SET_MESSAGE', { field, message }),
    /** Braintree's own frames know neither of these events, and keep what they began with. */
    setLabel: (field: FieldKey, label: string) => bus.emit('SET_LABEL', { field, label }),
    restyle(looks: Looks) {
      const next = JSON.stringify(looks)
      if (next !== shown) bus.emit('SET_LOOKS', looks)
      shown = next
    },
    close() {
      closing.abort()
      bus.close()
      for (const container of Object.values(containers)) container.replaceChildren()
    },
  }
}

export type HostedFields = ReturnType<typeof openHostedFields>
type Failure = ConstructorParameters<typeof BraintreeError>[0]

/** Once every frame has reported, the first one gets the configuration, and orchestrates the others. */
function configureFrames(bus: Bus, keys: FieldKey[], setup: Setup, done: () => void) {
  const { client, fields, looks, hear, hearBin } = setup
  const replies = new Map<unknown, (answer: unknown) => void>()
  bus.on('FRAME_READY', (data, reply) => {
    replies.set((data as { field: FieldKey }).field, reply)
    if (replies.size < keys.length) return
    replies.get(keys[0])?.({
      fields: Object.fromEntries(keys.map((key) => [key, fields[key] ?? {}])),
      ...looks,
    })
    done()
  })
  bus.on('READY_FOR_CLIENT', (_, reply) => reply(client))
  bus.on('BIN_AVAILABLE', (bin) => hearBin(`${bin}`))
  bus.on('INPUT_EVENT', (data) => {
    const { merchantPayload, type } = data as { merchantPayload: FieldPayload; type: string }
    hear(type, merchantPayload)
  })
}

type Work<Result> = (resolve: (result: Result) => void, reject: (problem: BraintreeError) => void) => void

/** A promise that settles for certain: by the work, by the limit, or because the fields are closed. */
function settled<Result>(closed: AbortSignal, limit: number, late: BraintreeError, work: Work<Result>) {
  const settling = new Promise<Result>((resolve, reject) => {
    closed.addEventListener('abort', () => reject(calledAfterTeardown('A request to the card fields')))
    work(resolve, reject)
  })
  return within(limit, settling, () => late)
}

function frameOf(key: FieldKey, title = `Secure Credit Card Frame - ${fieldNames[key]}`) {
  const frame = document.createElement('iframe')
  const name = `braintree-hosted-field-${key}`
  Object.assign(frame, { id: name, name, title, frameBorder: '0', scrolling: 'no' })
  frame.setAttribute('type', key)
  frame.setAttribute('allowtransparency', 'true')
  Object.assign(frame.style, { border: 'none', width: '100%', height: '100%', float: 'left' })
  return frame
}

function loadTimeout() {
  const message = 'The card fields did not load in time.'
  return new BraintreeError({ code: 'HOSTED_FIELDS_TIMEOUT', type: 'UNKNOWN', message })
}

function tokenizeTimeout() {
  const message = 'The card fields did not answer in time.'
  return new BraintreeError({ code: 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR', type: 'NETWORK', message })
}
