import type { Hono } from 'hono'
import { found } from '../platform/errors.ts'
import { merchantAccountId } from '../platform/gateway.ts'
import { type ServerEnv, show } from '../platform/http/replies.ts'
import { readPage } from '../platform/http/requests.ts'
import type { XmlValue } from '../platform/http/xml.ts'
import { findMerchantAccount, type MerchantAccount, merchantAccounts } from './merchant-accounts.ts'

const pageSize = 50

/** Braintree's Merchant Account: Find and All (pages count from 1). */
export function addMerchantAccounts(api: Hono<ServerEnv>) {
  api.get('/merchant_accounts', (c) => {
    const page = readPage(c.req.query('page'))
    const children = merchantAccounts.slice((page - 1) * pageSize, page * pageSize).map(accountAnswer)
    const list = { elementName: 'merchantAccount', children, totalItems: merchantAccounts.length, pageSize }
    return show(c, 200, 'merchant-accounts', list)
  })
  api.get('/merchant_accounts/:id', (c) => {
    const id = c.req.param('id')
    return show(
      c,
      200,
      'merchant-account',
      accountAnswer(found(findMerchantAccount(id), `merchant account ${id}`)),
    )
  })
}

function accountAnswer({ id, currency, status }: MerchantAccount): XmlValue {
  return {
    id,
    status,
    currencyIsoCode: currency,
    default: id === merchantAccountId,
    subMerchantAccount: false,
    masterMerchantAccount: null,
  }
}
