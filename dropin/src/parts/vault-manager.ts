import type Published from '../api/vault-manager.ts'
import { reportPart } from '../gateway/analytics.ts'
import { gatewayFor, type PartOptions } from '../gateway/client.ts'
import { sdkVersion } from '../gateway/gateway.ts'
import { either } from '../platform/callback.ts'
import { openGuard } from '../platform/guard.ts'
import { deleteMethod } from '../vault/deletion.ts'
import { fetchMethods } from '../vault/vault-calls.ts'

export type * from '../api/vault-manager.ts'

async function createVaultManager(options?: PartOptions) {
  const { gateway, leave } = await gatewayFor(options)
  const guard = openGuard()
  const tell = (kind: string) => reportPart(gateway, `vault-manager.${kind}`)
  return {
    fetchPaymentMethods: either(async ({ defaultFirst = false }: { defaultFirst?: boolean } = {}) => {
      guard.check('fetchPaymentMethods')
      const methods = await fetchMethods(gateway, defaultFirst)
      tell('fetch-payment-methods.succeeded')
      return methods
    }),
    deletePaymentMethod: either(async (nonce: string) => {
      guard.check('deletePaymentMethod')
      const deleting = deleteMethod(gateway, nonce)
      deleting.then(
        () => tell('delete-payment-method.succeeded'),
        () => tell('delete-payment-method.failed'),
      )
      await deleting
    }),
    teardown: either(async () => guard.end(leave)),
  }
}

const vaultManager = { create: either(createVaultManager), VERSION: sdkVersion } as typeof Published

export const { create, VERSION } = vaultManager
export default vaultManager
