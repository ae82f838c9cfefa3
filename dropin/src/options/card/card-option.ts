import type { FieldKey } from '#agreed/fields.ts'
import { clientOf } from '../../gateway/gateway.ts'
import { fieldStyles } from '../../hosted-fields/field-styles.ts'
import { type FieldPayload, type HostedFields, openHostedFields } from '../../hosted-fields/hosted-fields.ts'
import { keyOfFailure } from '../../messages/messages.ts'
import type { PaymentMethod } from '../../methods/payment-method.ts'
import type { CardEventName } from '../../model/events.ts'
import { dispatch, type Running } from '../../model/running.ts'
import { cardProblems, knownBrand } from '../../model/state.ts'
import { DropinError, noPaymentMethod } from '../../platform/errors.ts'
import { cardOptionsOf } from '../../settings/create-options.ts'
import { frameOptions, isRequired } from './card-fields.ts'

/** A field left empty gets its error only this much later, if the customer went on to another field. */
const emptyFieldDelay = 150
/** What a frame saw last may be this long on its way to the page. */
const messageDelay = 100
/** The new card is listed this much after the nonce was made. */
const changeMethodDelay = 200

export type FieldContainers = Partial<Record<FieldKey, HTMLElement>>

/** Loads the card fields into their containers; resolves when all frames work. */
export async function loadCard(running: Running, sheet: Element, containers: FieldContainers) {
  const { gateway, options, messages, store } = running
  const card = cardOptionsOf(options)
  const keys = store.read().settings.fieldKeys
  const styles = () => fieldStyles(sheet, card.overrides?.styles)
  const fields = openHostedFields({
    assetsUrl: gateway.configuration.assetsUrl,
    client: clientOf(gateway),
    containers,
    fields: frameOptions(keys, card, messages),
    styles: styles(),
    hear: (type, payload) => hear(running, type, payload, containers),
    hearBin: (bin) => running.emitter.emit('card:binAvailable', { bin }),
  })
  running.fields = fields
  const nightFalls = matchMedia('(prefers-color-scheme: dark)')
  nightFalls.addEventListener('change', () => fields.restyle(styles()), { signal: fields.closed })
  await fields.ready
  for (const key of keys) if (isRequired(key, card)) fields.setAttribute(key, 'aria-required', 'true')
}

function hear(running: Running, type: string, payload: FieldPayload, containers: FieldContainers) {
  dispatch(running, { type: 'field-event', event: type, payload })
  if (type === 'cardTypeChange') showCodeLength(running)
  if (type === 'blur') checkLeftField(running, payload.emittedBy)
  const fields = Object.entries(payload.fields).map(([key, state]) => {
    return [key, { ...state, container: containers[key as FieldKey] }]
  })
  running.emitter.emit(`card:${type as CardEventName}`, { ...payload, fields: Object.fromEntries(fields) })
}

function showCodeLength({ fields, options, store }: Running) {
  const placeholder = cardOptionsOf(options).overrides?.fields?.cvv?.placeholder
  const size = knownBrand(store.read())?.code.size ?? 3
  if (placeholder === undefined) fields?.setAttribute('cvv', 'placeholder', '•'.repeat(size))
}

function checkLeftField(running: Running, field: FieldKey) {
  setTimeout(() => {
    const { fields } = running.store.read().card
    const another = Object.values(fields).some((state) => state.isFocused)
    if (another && fields[field]?.isEmpty && !fields[field].isFocused)
      dispatch(running, { type: 'field-left', field })
  }, emptyFieldDelay)
}

/** Checks the card form and asks the gateway for a nonce; the form is locked meanwhile. */
export async function requestCard(running: Running): Promise<PaymentMethod> {
  const { fields, store } = running
  if (!fields || store.read().card.phase !== 'open') throw new DropinError(noPaymentMethod)
  if (Object.keys(cardProblems(store.read())).length > 0) await wait(messageDelay)
  const state = store.read()
  const problems = cardProblems(state)
  if (Object.keys(problems).length > 0) {
    dispatch(running, { type: 'card-refused', problems })
    throw new DropinError(noPaymentMethod)
  }
  const filled = state.settings.fieldKeys.filter((key) => !state.card.fields[key]?.isEmpty)
  const vault = !state.settings.isGuest && state.saveCard
  const focused = filled.find((key) => state.card.fields[key]?.isFocused)
  dispatch(running, { type: 'card-sent' })
  setDisabled(running, fields, true)
  try {
    const made = await fields.tokenize(vault, filled)
    const method = vault ? { ...made, vaulted: true } : made
    takeCard(running, method)
    return method
  } catch (problem) {
    dispatch(running, { type: 'card-failed', error: keyOfFailure(problem) })
    throw new DropinError(noPaymentMethod, problem)
  } finally {
    setDisabled(running, fields, false)
    if (focused && store.read().error) fields.focus(focused)
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function takeCard(running: Running, method: PaymentMethod) {
  dispatch(running, { type: 'card-tokenized', method })
  if (cardOptionsOf(running.options).clearFieldsAfterTokenization !== false) {
    for (const key of running.store.read().settings.fieldKeys) running.fields?.clear(key)
  }
  setTimeout(() => dispatch(running, { type: 'card-listed' }), changeMethodDelay)
}

function setDisabled({ store }: Running, fields: HostedFields, disabled: boolean) {
  for (const key of store.read().settings.fieldKeys) fields.setAttribute(key, 'disabled', disabled)
}
