import type { VenmoOptions } from '../../../public-types/venmo.ts'
import { appInput, codeInput } from './venmo-options.ts'

/** Venmo's payment context. */
export type Context = { id: string; merchantId: string; createdAt: string; expiresAt: string }

export type Status = 'CREATED' | 'SCANNED' | 'APPROVED' | 'CANCELED' | 'FAILED' | 'EXPIRED'

export type ContextState = {
  status: Status
  paymentMethodId?: string | null
  userName?: string | null
  payerInfo?: PayerInfo | null
}

export type Approved = Pick<ContextState, 'paymentMethodId' | 'userName' | 'payerInfo'> & { id?: string }

type PayerInfo = { [part: string]: unknown }

export type Ask = (body: { query: string; variables: object }) => Promise<{ data?: unknown }>

export type Contexts = {
  beginCode: () => Promise<Context>
  /** In the app or in the popup. */
  beginApp: () => Promise<Context>
  getState: (id: string) => Promise<ContextState>
  /** Fire and forget. */
  end: (id: string, status: 'CANCELED' | 'EXPIRED') => void
}

type Dependencies = { ask: Ask; options: VenmoOptions; profileId: string; environment: string }

/** Payment contexts at the gateway. Without a usage, the older kind for QR codes. */
export function openContexts({ ask, options, profileId, environment }: Dependencies): Contexts {
  const kind = options.paymentMethodUsage ? kinds.usage : kinds.older
  const olderInput = { environment: environment.toUpperCase(), intent: 'PAY_FROM_APP' }
  const isOlder = kind === kinds.older

  async function begin(input: object) {
    const [create, type] = [fieldName(kind.create), fieldName(kind.type)]
    const query = `mutation ${kind.create}($input: ${kind.create}Input!) {
      ${create}(input: $input) { ${type} { id merchantId createdAt expiresAt } }
    }`
    const { data } = await ask({ query, variables: { input } })
    return (data as Record<string, Record<string, Context>>)[create]?.[type] ?? missing()
  }

  return {
    beginCode: () => begin(isOlder ? olderInput : codeInput(options, profileId)),
    beginApp: () => begin(isOlder ? olderInput : appInput(options)),
    async getState(id) {
      const { data } = await ask({ query: stateQuery, variables: { id } })
      return (data as { node: ContextState | null }).node ?? missing()
    },
    end(id, status) {
      const query = `mutation ${kind.update}($input: ${kind.update}Input!) { ${fieldName(kind.update)}(input: $input) { clientMutationId } }`
      ask({ query, variables: { input: { id, status } } }).catch(() => undefined)
    },
  }
}

const kinds = {
  usage: {
    type: 'VenmoPaymentContext',
    create: 'CreateVenmoPaymentContext',
    update: 'UpdateVenmoPaymentContextStatus',
  },
  older: {
    type: 'VenmoQRCodePaymentContext',
    create: 'CreateVenmoQRCodePaymentContext',
    update: 'UpdateVenmoQRCodePaymentContext',
  },
}

const fieldName = (type: string) => type.charAt(0).toLowerCase() + type.slice(1)

function missing(): never {
  throw new Error('The gateway gave no payment with Venmo.')
}

const address = '{ fullName addressLine1 addressLine2 adminArea1 adminArea2 postalCode countryCode }'
const stateQuery = `query PaymentContext($id: ID!) {
  node(id: $id) {
    ... on VenmoQRCodePaymentContext { status paymentMethodId userName }
    ... on VenmoPaymentContext {
      status paymentMethodId userName
      payerInfo {
        firstName lastName phoneNumber email externalId userName
        billingAddress ${address} shippingAddress ${address}
      }
    }
  }
}`

/** Both times are the gateway's: the local clock may be wrong. */
export const lifetimeMs = ({ createdAt, expiresAt }: Context) => Date.parse(expiresAt) - Date.parse(createdAt)
