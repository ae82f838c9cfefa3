import { report } from '../gateway/analytics.ts'
import { offered, type PaymentMethod } from '../methods/payment-method.ts'
import { dispatch, type Running } from '../model/running.ts'
import { BraintreeError } from '../platform/errors.ts'
import { waits } from '../platform/waits.ts'
import { deleteMethod, savedMethods } from './vault-calls.ts'

/** The saved methods that this widget shows, read afresh. */
export async function loadMethods({ gateway, options, store }: Running) {
  const methods = await savedMethods(gateway, options.showDefaultPaymentMethodFirst !== false)
  return offered(methods, store.read().options, options.hiddenVaultedPaymentMethodTypes)
}

/** Deletes a method; after a saved one the list is read afresh, since its nonces are used up or old. */
export async function deleteFromList(running: Running, method: PaymentMethod) {
  if (!method.vaulted) {
    const methods = running.store.read().methods.filter((known) => known.nonce !== method.nonce)
    return dispatch(running, { type: 'delete-ended', methods, failed: false })
  }
  dispatch(running, { type: 'delete-started' })
  const failed = await hasFailed(deleteMethod(running.gateway, method.nonce))
  const methods = await loadMethods(running)
  dispatch(running, { type: 'delete-ended', methods, failed })
  if (running.store.read().selected) report(running.gateway, 'vaulted-card.preselect')
  setTimeout(() => dispatch(running, { type: 'loader-hidden' }), waits.deletionLoading)
}

async function hasFailed(deletion: Promise<void>) {
  try {
    await deletion
    return false
  } catch (problem) {
    if (!(problem instanceof BraintreeError)) throw problem
    console.error(problem)
    return true
  }
}

/** Forgets what was chosen or just made, and reads the saved methods afresh: their nonces may be used up. */
export async function clearSelection(running: Running) {
  dispatch(running, { type: 'cleared' })
  if (running.store.read().loading)
    dispatch(running, { type: 'methods-loaded', methods: await loadMethods(running) })
}
