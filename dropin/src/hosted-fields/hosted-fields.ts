import type { BrandType } from '#agreed/brands.ts'
import { type FieldKey, type FormState, fieldKeys, type SheetField } from '#agreed/fields.ts'
import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import { BraintreeError, calledAfterTeardown } from '../platform/errors.ts'
import { waits, withTimeout } from '../platform/waits.ts'
import type { FieldOverrides } from './field-options.ts'
import type { Looks } from './field-styles.ts'
import { type Frames, openFrames } from './frames.ts'

export type FieldPayload<Key extends FieldKey = FieldKey> = FormState<Key> & { emittedBy: Key }

export type TokenizeRequest = {
  vault?: boolean
  fieldsToTokenize?: FieldKey[]
  /** By the gateway's names, such as `streetAddress`; a postal code field takes precedence. */
  billingAddress?: Record<string, string>
  cardholderName?: string
  authenticationInsight?: { merchantAccountId: string }
}

type Setup<Key extends FieldKey> = {
  assetsUrl: string
  /** Sent to the frames on request. */
  client: object
  containers: Partial<Record<Key, Element>>
  fields: Partial<Record<Key, FieldOverrides>>
  /** If it rejects, the frames keep their looks: creation fails for another reason. */
  looks: () => Looks | Promise<Looks>
  onEvent: (type: string, payload: FieldPayload<Key>) => void
  onBin: (bin: string) => void
  onEntry?: () => void
  /** Disables autofill. */
  preventAutofill?: boolean | undefined
  /** Frames that were loaded ahead. */
  begun?: Frames | undefined
}

/** Inserts a frame of the assets host into each container; typed values stay there. */
export function openHostedFields<Key extends FieldKey>(setup: Setup<Key>) {
  const { containers, fields } = setup
  const keys = fieldKeys.filter((key): key is Key => key in containers)
  const frames = framesFor(setup)
  const { bus, order } = frames
  const closing = new AbortController()
  let shown: string | undefined
  for (const key of keys) {
    const container = containers[key]
    if (container) frames.show(key, container, fields[key]?.iframeTitle)
  }
  const ready = settled<void>(closing.signal, waits.fields, loadTimeout(), (resolve) => {
    configureFrames(frames, keys, setup, (looks) => {
      shown = JSON.stringify(looks)
      resolve()
    })
  })
  return {
    ready,
    closed: closing.signal,
    whenLost: frames.onLost,
    tokenize(request: TokenizeRequest) {
      return settled<PaymentMethod>(
        closing.signal,
        waits.tokenizing,
        tokenizeTimeout(),
        (resolve, reject) => {
          bus.ask('TOKENIZATION_REQUEST', request, (answer) => {
            const [failure, payload] = answer as [Failure | null, PaymentMethod]
            if (failure) reject(new BraintreeError(failure))
            else resolve(payload)
          })
        },
      )
    },
    focus(field: Key) {
      frames.frameOf(field).focus()
      order('TRIGGER_INPUT_FOCUS', { field })
    },
    clear: (field: Key) => order('CLEAR_FIELD', { field }),
    setAttribute(field: Key, attribute: string, value: string | number | boolean) {
      order('SET_ATTRIBUTE', { field, attribute, value })
    },
    removeAttribute: (field: Key, attribute: string) => order('REMOVE_ATTRIBUTE', { field, attribute }),
    addClass: (field: Key, classname: string) => order('ADD_CLASS', { field, classname }),
    removeClass: (field: Key, classname: string) => order('REMOVE_CLASS', { field, classname }),
    setMessage: (field: Key, message: string) => order('SET_MESSAGE', { field, message }),
    setMonthOptions(months: string[]) {
      return settled<void>(closing.signal, waits.fields, loadTimeout(), (done) => {
        bus.ask('SET_MONTH_OPTIONS', months, () => done())
      })
    },
    setLabel: (field: Key, label: string) => order('SET_LABEL', { field, label }),
    setBrand: (type: BrandType | undefined) => bus.emit('SET_BRAND', type),
    restyle(looks: Looks) {
      const next = JSON.stringify(looks)
      if (next !== shown) bus.emit('SET_LOOKS', looks)
      shown = next
    },
    close() {
      closing.abort()
      frames.close()
    },
  }
}

function framesFor<Key extends FieldKey>({ assetsUrl, begun }: Setup<Key>) {
  if (begun?.assetsUrl === assetsUrl && begun.isIntact()) return begun
  begun?.close()
  return openFrames(assetsUrl)
}

export type HostedFields<Key extends FieldKey = SheetField> = ReturnType<typeof openHostedFields<Key>>
type Failure = ConstructorParameters<typeof BraintreeError>[0]

/** Once every frame has reported, the first gets the configuration and orchestrates. */
function configureFrames<Key extends FieldKey>(
  { bus, complete }: Frames,
  keys: Key[],
  setup: Setup<Key>,
  done: (looks: Looks) => void,
) {
  const { client, fields, looks, onEvent, onBin, onEntry, preventAutofill } = setup
  complete(keys, (replies) => {
    const options = Object.fromEntries(keys.map((key) => [key, fields[key] ?? {}]))
    Promise.resolve(looks()).then(
      (looks) => {
        const [first] = keys
        if (first) replies.get(first)?.({ fields: options, preventAutofill, ...looks })
        // Frames of Braintree's have hidden inputs that wait for focus.
        bus.emit('REMOVE_FOCUS_INTERCEPTS')
        done(looks)
      },
      () => undefined,
    )
  })
  bus.on('READY_FOR_CLIENT', (_, reply) => reply(client))
  bus.on('BIN_AVAILABLE', (bin) => onBin(`${bin}`))
  bus.on('CARD_FORM_ENTRY_HAS_BEGUN', () => onEntry?.())
  bus.on('INPUT_EVENT', (data) => {
    const { merchantPayload, type } = data as { merchantPayload: FieldPayload<Key>; type: string }
    onEvent(type, merchantPayload)
  })
}

type Work<Result> = (resolve: (result: Result) => void, reject: (problem: BraintreeError) => void) => void

function settled<Result>(closed: AbortSignal, limit: number, late: BraintreeError, work: Work<Result>) {
  const settling = new Promise<Result>((resolve, reject) => {
    closed.addEventListener('abort', () => reject(calledAfterTeardown('A request to the card fields')))
    work(resolve, reject)
  })
  return withTimeout(limit, settling, () => late)
}

function loadTimeout() {
  const message = 'The card fields did not load in time.'
  return new BraintreeError({ code: 'HOSTED_FIELDS_TIMEOUT', type: 'UNKNOWN', message })
}

function tokenizeTimeout() {
  const message = 'The card fields did not answer in time.'
  return new BraintreeError({ code: 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR', type: 'NETWORK', message })
}
