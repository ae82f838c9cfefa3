import { reportPart } from '../gateway/analytics.ts'
import { sdkVersion } from '../gateway/gateway.ts'
import type Published from '../public-types/vault-manager.ts'
import { deleteMethod } from '../vault/deletion.ts'
import { fetchMethods } from '../vault/vault-calls.ts'
import { partOf } from './define-module.ts'

export type * from '../public-types/vault-manager.ts'

const made: object = {
  create: partOf(({ gateway, method }) => {
    const tell = (kind: string) => reportPart(gateway, `vault-manager.${kind}`)
    return {
      fetchPaymentMethods: method(
        'fetchPaymentMethods',
        async ({ defaultFirst = false }: { defaultFirst?: boolean } = {}) => {
          const methods = await fetchMethods(gateway, defaultFirst)
          tell('fetch-payment-methods.succeeded')
          return methods
        },
      ),
      deletePaymentMethod: method('deletePaymentMethod', async (nonce: string) => {
        try {
          await deleteMethod(gateway, nonce)
          tell('delete-payment-method.succeeded')
        } catch (problem) {
          tell('delete-payment-method.failed')
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
