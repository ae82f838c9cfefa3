import { reportPart } from '../../gateway/analytics.ts'
import { sdkVersion } from '../../gateway/gateway.ts'
import { partOf } from '../../gateway/part.ts'
import { deleteMethod } from '../../vault/deletion.ts'
import { fetchMethods } from '../../vault/vault-calls.ts'
import type Published from './types.ts'

export type * from './types.ts'

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
