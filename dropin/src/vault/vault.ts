import { report } from '../gateway/analytics.ts'
import { dispatch, type Running } from '../model/running.ts'
import { filterOffered, type PaymentMethod } from '../payment-methods/payment-method.ts'
import { waits, withTimeout } from '../platform/waits.ts'
import type * as code from './deletion.ts'
import { savedMethods } from './vault-calls.ts'

/** Reloads the saved methods; on failure the `known` ones. */
export async function loadMethods(
  { gateway, options, store }: Running,
  known: readonly PaymentMethod[] = [],
) {
  const methods = await savedMethods(gateway, options.showDefaultPaymentMethodFirst !== false, known)
  return filterOffered(methods, store.read().options, options.hiddenVaultedPaymentMethodTypes)
}

/** Reloads the list after a saved method: its nonces are used up or old. */
export async function deleteFromList(running: Running, method: PaymentMethod) {
  const { store, gateway } = running
  if (store.read().loading) return // double click
  if (!method.vaulted) {
    const methods = store.read().methods.filter((known) => known.nonce !== method.nonce)
    return dispatch(running, { type: 'delete-ended', methods, failed: false })
  }
  dispatch(running, { type: 'delete-started' })
  const outcome = await loadAndDelete(running, method)
  if (outcome === 'kept') return dispatch(running, { type: 'delete-cancelled' })
  const failed = outcome === 'failed'
  const methods = await loadMethods(running, failed ? store.read().methods : [])
  dispatch(running, { type: 'delete-ended', methods, failed })
  if (store.read().selected) report(gateway, 'vaulted-card.preselect')
  setTimeout(() => dispatch(running, { type: 'loader-hidden' }), waits.deletionLoading)
}

/** Lazily loaded. */
async function loadAndDelete(running: Running, method: PaymentMethod) {
  const late = () => new Error('What deletes saved payment methods did not load in time.')
  try {
    const { deleteIfAllowed } = (await withTimeout(
      waits.gateway,
      running.loadCode('deletion'),
      late,
    )) as typeof code
    return await deleteIfAllowed(running, method)
  } catch (problem) {
    console.error(problem)
    return 'failed'
  }
}

/** Drops selected and new methods, and reloads the saved ones: nonces may be used up. */
export async function clearSelection(running: Running) {
  dispatch(running, { type: 'selection-cleared' })
  if (running.store.read().loading)
    dispatch(running, { type: 'methods-loaded', methods: await loadMethods(running) })
}
