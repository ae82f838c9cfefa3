import { reportModule } from '../gateway/analytics.ts'
import { sdkVersion } from '../gateway/gateway.ts'
import type Published from '../public-types/vault-manager.ts'
import { deleteMethod } from '../vault/deletion.ts'
import { fetchMethods } from '../vault/vault-calls.ts'
import { defineModule } from './define-module.ts'

export type * from '../public-types/vault-manager.ts'

const made: object = {
  create: defineModule(({ gateway, method }) => {
    const track = (kind: string) => reportModule(gateway, `vault-manager.${kind}`)
    return {
      fetchPaymentMethods: method(
        'fetchPaymentMethods',
        async ({ defaultFirst = false }: { defaultFirst?: boolean } = {}) => {
          const methods = await fetchMethods(gateway, defaultFirst)
          track('fetch-payment-methods.succeeded')
          return methods
        },
      ),
      deletePaymentMethod: method('deletePaymentMethod', async (nonce: string) => {
        try {
          await deleteMethod(gateway, nonce)
          track('delete-payment-method.succeeded')
        } catch (problem) {
          track('delete-payment-method.failed')
          throw problem
        }
      }),
    }
  }),
  VERSION: sdkVersion,
}
const vaultManager = made as typeof Published

export const { create, VERSION } = vaultManager
export default vaultManager
