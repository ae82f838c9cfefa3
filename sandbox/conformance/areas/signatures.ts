import { readFileSync } from 'node:fs'
import { calls, type World } from '../calls.ts'

calls({ sdkSignatures })

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
type Send = (members: object) => Promise<{ message?: string }>

/** Every member that the SDK lets through is taken, or refused and listed in README. */
async function sdkSignatures({ merchant, check }: World) {
  const { transaction, customer, creditCardVerification, clientToken } = Object(merchant)
  const rows: [call: string, signature: { valid: string[] }, send: Send][] = [
    ['transaction.sale', transaction._createSignature(), (members) => transaction.sale(members)],
    [
      'transaction.submitForSettlement',
      transaction._submitForSettlementSignature(),
      (members) => transaction.submitForSettlement('none', '1.00', members),
    ],
    [
      'transaction.submitForPartialSettlement',
      transaction._submitForPartialSettlementSignature(),
      (members) => transaction.submitForPartialSettlement('none', '1.00', members),
    ],
    ['customer.create', customer._createSignature(), (members) => customer.create(members)],
    [
      'creditCardVerification.create',
      creditCardVerification._createSignature(),
      (members) => creditCardVerification.create(members),
    ],
    ['clientToken.generate', clientToken._generateSignature(), (members) => clientToken.generate(members)],
  ]
  for (const [call, { valid }, send] of rows)
    check(`what ${call} refuses is in README`, await listRefused(valid, send), listedFor(call))
}

async function listRefused(members: string[], send: Send): Promise<string> {
  const refused = new Set<string>()
  for (const member of members) {
    const { message = '' } = await send(only(member)).catch((problem: Error) => problem)
    const [, path] = /^\w+\.(\S+) is not offered here\.$/.exec(message) ?? []
    if (path) refused.add(path)
  }
  return [...refused].sort().join(' ')
}

/** The row of a call in README's table of what is refused. */
function listedFor(call: string): string {
  const [, listed = ''] = new RegExp(`^\\| \`${call}\` \\| (.*) \\|$`, 'm').exec(readme) ?? []
  return [...listed.matchAll(/`([^`]+)`/g)]
    .map(([, path]) => path)
    .sort()
    .join(' ')
}

/** `options[paypal][payeeId]` → { options: { paypal: { payeeId: 'x' } } }; `[]` is a list. */
function only(member: string): object {
  const names = member.replaceAll(']', '').split('[').reverse()
  return names.reduce<unknown>((inner, name) => (name === '' ? [inner] : { [name]: inner }), 'x') as object
}
