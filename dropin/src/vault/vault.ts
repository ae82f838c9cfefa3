import { report } from '../gateway/analytics.ts'
import { offered, type PaymentMethod, payloadOf } from '../methods/payment-method.ts'
import { dispatch, type Running } from '../model/running.ts'
import { waits, within } from '../platform/waits.ts'
import { deleteMethod, savedMethods } from './vault-calls.ts'

/** The saved methods that this widget shows, read afresh. */
export async function loadMethods({ gateway, options, store }: Running) {
  const methods = await savedMethods(gateway, options.showDefaultPaymentMethodFirst !== false)
  return offered(methods, store.read().options, options.hiddenVaultedPaymentMethodTypes)
}

/** Deletes a method; after a saved one the list is read afresh, since its nonces are used up or old. */
export async function deleteFromList(running: Running, method: PaymentMethod) {
  const { store, gateway } = running
  if (!method.vaulted) {
    const methods = store.read().methods.filter((known) => known.nonce !== method.nonce)
    return dispatch(running, { type: 'delete-ended', methods, failed: false })
  }
  dispatch(running, { type: 'delete-started' })
  const outcome = await deleteIfAllowed(running, method)
  if (outcome === 'kept') return dispatch(running, { type: 'delete-cancelled' })
  const methods = await loadMethods(running)
  dispatch(running, { type: 'delete-ended', methods, failed: outcome === 'failed' })
  if (store.read().selected) report(gateway, 'vaulted-card.preselect')
  setTimeout(() => dispatch(running, { type: 'loader-hidden' }), waits.deletionLoading)
}

async function deleteIfAllowed({ gateway, options }: Running, method: PaymentMethod) {
  const guard = typeof options.vaultManager === 'object' ? options.vaultManager.beforeDelete : undefined
  try {
    const asking = Promise.resolve(guard?.(payloadOf(method)))
    const late = () => new Error('beforeDelete did not answer in time.')
    if ((await within(waits.beforeDelete, asking, late)) === false) return 'kept'
    await deleteMethod(gateway, method.nonce)
    return 'deleted'
  } catch (problem) {
    console.error(problem)
    return 'failed'
  }
}

/** Forgets what was chosen or just made, and reads the saved methods afresh: their nonces may be used up. */
export async function clearSelection(running: Running) {
  dispatch(running, { type: 'cleared' })
  if (running.store.read().loading)
    dispatch(running, { type: 'methods-loaded', methods: await loadMethods(running) })
}
