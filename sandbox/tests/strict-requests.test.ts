import { expect, test } from 'vitest'
import { z } from 'zod'
import { flag, optionalText } from '../src/platform/http/requests.ts'
import { unknownMembers } from '../src/platform/http/strict-requests.ts'

const Sale = z.object({ amount: optionalText, options: z.object({ submit: flag }).nullish() })
const Body = z.union([z.object({ sale: Sale }), z.object({ credit: Sale.default({}) })])

test.for<[request: unknown, unknown: string[]]>([
  [{ sale: { amount: '1.00', options: { submit: true } } }, []],
  [{ sale: { amount: '1.00', industry: {} } }, ['sale.industry']],
  [{ sale: { industry: null, options: { hold: false } } }, ['sale.options.hold']],
  [{ credit: { options: { submit: 'true', hold: true } } }, ['credit.options.hold']],
  [{ sale: { api_request_key: 'once' } }, []],
  [{ loan: {} }, ['loan']],
  ['no request at all', []],
])('of %j the members %j are not known', ([request, unknown]) => {
  expect(unknownMembers(Body, request).map((path) => path.join('.'))).toEqual(unknown)
})
