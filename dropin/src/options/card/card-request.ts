import type { HostedFields } from '../../hosted-fields/hosted-fields.ts'
import { keyOfFailure } from '../../messages/messages.ts'
import type { PaymentMethod } from '../../methods/payment-method.ts'
import { addMethod, dispatch } from '../../model/running.ts'
import { DropinError, noPaymentMethod } from '../../platform/errors.ts'
import { wait, waits } from '../../platform/waits.ts'
import { type Card, change, focusField } from './card.ts'
import { billingAddressOf } from './card-address.ts'
import { fieldsIn, isComplete, problemsOf } from './card-form.ts'

/** Checks the card form and asks the gateway for a nonce; the form is locked meanwhile. */
export async function requestCard(card: Card): Promise<PaymentMethod> {
  const { running, form, fields } = card
  const { store } = running
  if (!fields || store.read().request !== 'none') throw new DropinError(noPaymentMethod)
  if (!isComplete(form.read())) await wait(waits.frameMessage)
  const filledIn = form.read()
  if (!isComplete(filledIn)) {
    change(card, { type: 'refused', problems: problemsOf(filledIn) })
    dispatch(running, { type: 'sheet-failed', error: 'hostedFieldsFieldsInvalidError' })
    const wrong = fieldsIn(filledIn).find((key) => form.read().problems[key])
    if (wrong) focusField(card, wrong)
    throw new DropinError(noPaymentMethod)
  }
  const filled = filledIn.settings.keys.filter((key) => !filledIn.fields[key]?.isEmpty)
  const focused = filled.find((key) => filledIn.fields[key]?.isFocused)
  change(card, { type: 'accepted' })
  dispatch(running, { type: 'request-sent' })
  setDisabled(card, fields, true)
  try {
    const vault = !store.read().settings.isGuest && filledIn.saveCard
    const billingAddress = billingAddressOf(filledIn.address)
    const made = await fields.tokenize({ vault, fieldsToTokenize: filled, billingAddress })
    const method = vault ? { ...made, vaulted: true } : made
    addMethod(running, method)
    clearFields(card)
    return method
  } catch (problem) {
    dispatch(running, { type: 'sheet-failed', error: keyOfFailure(problem) })
    throw new DropinError(noPaymentMethod, problem)
  } finally {
    setDisabled(card, fields, false)
    if (focused && store.read().error) fields.focus(focused)
  }
}

function clearFields(card: Card) {
  const { card: own, keys } = card.form.read().settings
  if (own.clearFieldsAfterTokenization === false) return
  for (const key of keys) if (key === 'cvv' || !own.keepAfterTokenization) card.fields?.clear(key)
  if (!own.keepAfterTokenization) change(card, { type: 'address-cleared' })
}

function setDisabled({ form }: Card, fields: HostedFields, disabled: boolean) {
  for (const key of form.read().settings.keys) fields.setAttribute(key, 'disabled', disabled)
}
