import { type ProblemCode, refuse } from '../platform/errors.ts'
import { merchantAccountId as defaultAccount } from '../platform/gateway.ts'
import { largestAmountCents, parseAmount } from '../platform/money.ts'
import { findMerchantAccount } from '../processor/merchant-accounts.ts'

export type Check = { amountCents: number; merchantAccountId: string }

type Codes = Record<'negative' | 'format' | 'tooLarge' | 'account' | 'suspended', ProblemCode>
const vaultCodes: Codes = {
  negative: '91739',
  format: '91740',
  tooLarge: '91752',
  account: '91728',
  suspended: '91742',
}
const verificationCodes: Codes = {
  negative: '94201',
  format: '94202',
  tooLarge: '94207',
  account: '94204',
  suspended: '94205',
}

/** Problems are on options below `at`. */
export function readVaultCheck(
  options: { verification_amount?: string; verification_merchant_account_id?: string },
  at: string[],
): Check {
  return readCheck(options.verification_amount, options.verification_merchant_account_id, vaultCodes, at)
}

export function readCheckRequest(
  options: { amount?: string; merchant_account_id?: string },
  at: string[],
): Check {
  return readCheck(options.amount, options.merchant_account_id, verificationCodes, at)
}

function readCheck(amount = '0', merchantAccountId = defaultAccount, codes: Codes, at: string[]): Check {
  const options = [...at, 'options']
  const amountCents = parseAmount(amount) ?? refuse(codes.format, ...options)
  if (amountCents < 0) refuse(codes.negative, ...options)
  if (amountCents > largestAmountCents) refuse(codes.tooLarge, ...options)
  const account = findMerchantAccount(merchantAccountId) ?? refuse(codes.account, ...options)
  if (account.status === 'suspended') refuse(codes.suspended, ...options)
  return { amountCents, merchantAccountId }
}
