import type { SheetField } from '#agreed/fields.ts'
import type { HostedFields } from '../../hosted-fields/hosted-fields.ts'
import { failureKey } from '../../messages/messages.ts'
import { isCvvRequested } from '../../model/requestable.ts'
import { addMethod, dispatch } from '../../model/running.ts'
import type { PaymentMethod } from '../../payment-methods/payment-method.ts'
import { DropinError, noPaymentMethod } from '../../platform/errors.ts'
import { wait, waits } from '../../platform/waits.ts'
import { type Card, focusField, updateForm } from './card.ts'
import { toBillingAddress } from './card-address.ts'
import { fieldsIn, findProblems, isComplete } from './card-form.ts'

/** Validates and tokenizes the form, which is locked meanwhile. */
export async function requestCard(card: Card): Promise<PaymentMethod> {
  const { running } = card
  freeFields(card)
  if (!isComplete(card.form.read())) await refuseIncomplete(card)
  const form = card.form.read()
  const vault = !running.store.read().settings.isGuest && form.saveCard
  const billingAddress = toBillingAddress(form.address)
  return await whileLocked(card, async (fields, fieldsToTokenize) => {
    const made = await fields.tokenize({ vault, fieldsToTokenize, billingAddress })
    const method = { ...made, ...(vault && { vaulted: true }), ...(billingAddress && { billingAddress }) }
    addMethod(running, method)
    return method
  })
}

/** Adds a nonce of the CVV to a saved card, if the shop asks for it. */
export async function withCvv(card: Card, method: PaymentMethod): Promise<PaymentMethod> {
  const { running } = card
  if (!isCvvRequested(running.store.read(), method)) return method
  freeFields(card)
  if (!isComplete(card.form.read())) await refuseIncomplete(card)
  return await whileLocked(card, async (fields) => {
    const { nonce } = await fields.tokenize({})
    dispatch(running, { type: 'request-over' })
    return { ...method, cvvNonce: nonce }
  })
}

/** The fields, if loaded and not in use. */
function freeFields({ running, fields }: Card) {
  if (!fields || running.store.read().request !== 'none') throw new DropinError(noPaymentMethod)
  return fields
}

/** Shows and announces the errors, unless late messages of the frames complete the form. */
async function refuseIncomplete(card: Card) {
  const { running, form } = card
  await wait(waits.frameMessage)
  const filledIn = form.read()
  if (isComplete(filledIn)) return
  updateForm(card, { type: 'refused', problems: findProblems(filledIn) })
  dispatch(running, { type: 'sheet-failed', error: 'hostedFieldsFieldsInvalidError' })
  const fields = fieldsIn(filledIn).filter((key) => form.read().problems[key])
  if (fields[0]) focusField(card, fields[0])
  throw new DropinError(noPaymentMethod, { view: running.store.read().screen.view, fields })
}

type Send = (fields: HostedFields, filled: SheetField[]) => Promise<PaymentMethod>

/** Tokenizes; on failure the form shows the error and can be sent again. */
async function whileLocked(card: Card, send: Send) {
  const { running } = card
  const fields = freeFields(card)
  const form = card.form.read()
  const filled = form.settings.keys.filter((key) => !form.fields[key]?.isEmpty)
  const focused = filled.find((key) => form.fields[key]?.isFocused)
  updateForm(card, { type: 'accepted' })
  dispatch(running, { type: 'request-sent' })
  const sending = send(fields, filled)
  setDisabled(card, fields, true)
  try {
    const method = await sending
    clearFields(card, method)
    return method
  } catch (problem) {
    dispatch(running, { type: 'sheet-failed', error: failureKey(problem) })
    throw new DropinError(noPaymentMethod, problem)
  } finally {
    setDisabled(card, fields, false)
    if (focused && running.store.read().error) fields.focus(focused)
  }
}

/** A saved card is not edited: the form is for another one. */
function clearFields(card: Card, { vaulted }: PaymentMethod) {
  const { card: options, keys } = card.form.read().settings
  if (options.clearFieldsAfterTokenization === false) return
  const isStored = options.keepAfterTokenization && !vaulted
  for (const key of keys) if (key === 'cvv' || !isStored) card.fields?.clear(key)
  if (!isStored) updateForm(card, { type: 'address-cleared' })
}

function setDisabled({ form }: Card, fields: HostedFields, disabled: boolean) {
  for (const key of form.read().settings.keys) fields.setAttribute(key, 'disabled', disabled)
}
