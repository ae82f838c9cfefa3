import { report } from './gateway/analytics.ts'
import { isUsable, whenSettled } from './model/readiness.ts'
import { dispatch, type Running } from './model/running.ts'
import { analyticsKind } from './payment-methods/payment-method.ts'
import { DropinError } from './platform/errors.ts'
import { loadMethods } from './vault/vault.ts'

/** Shows the first view once every option has loaded or failed, if one has loaded. */
export async function appear(running: Running, failures: readonly unknown[]) {
  const { gateway, store } = running
  const [methods] = await Promise.all([loadMethods(running), whenSettled(running)])
  if (!isUsable(store.read())) {
    report(gateway, 'load-error')
    throw new DropinError('All payment options failed to load.', failures[0])
  }
  dispatch(running, { type: 'initialized', methods })
  report(gateway, 'appeared')
  for (const kind of new Set(methods.map((method) => analyticsKind(method.type))))
    report(gateway, `vaulted-${kind}.appear`)
  if (store.read().selected) report(gateway, 'vaulted-card.preselect')
}
