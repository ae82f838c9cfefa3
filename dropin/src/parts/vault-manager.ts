import type Published from '../api/vault-manager.ts'
import { gatewayFor, type PartOptions } from '../gateway/client.ts'
import { sdkVersion } from '../gateway/gateway.ts'
import { either } from '../platform/callback.ts'
import { openGuard } from '../platform/guard.ts'
import { deleteMethod, fetchMethods } from '../vault/vault-calls.ts'

export type * from '../api/vault-manager.ts'

async function createVaultManager(options?: PartOptions) {
  const { gateway, leave } = await gatewayFor(options)
  const guard = openGuard()
  return {
    fetchPaymentMethods: either(async ({ defaultFirst = false }: { defaultFirst?: boolean } = {}) => {
      guard.check('fetchPaymentMethods')
      return await fetchMethods(gateway, defaultFirst)
    }),
    deletePaymentMethod: either(async (nonce: string) => {
      guard.check('deletePaymentMethod')
      await deleteMethod(gateway, nonce)
    }),
    teardown: either(async () => guard.end(leave)),
  }
}

const vaultManager = { create: either(createVaultManager), VERSION: sdkVersion } as typeof Published

export const { create, VERSION } = vaultManager
export default vaultManager
