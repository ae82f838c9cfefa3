import { listPayable } from '#desk/family/family.server.ts'
import { owedBy } from '#ledger/credit.db.server.ts'
import { findFamilyByNumber } from '#people/families.db.server.ts'
import { findAccount, findHolder } from '#people/people.db.server.ts'
import { fullName } from '#people/people.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dollars, sumCents } from '#platform/format/money.ts'

export type TypedShare = { line: number; number: number; amountCents: number | undefined }
export type FoundShare = TypedShare & { accountId: string; familyId: string; name: string; owedCents: number }

/** Families with their dues, and problems by field. */
export async function findShares(db: Db, typed: TypedShare[]) {
  const problems: Record<string, string> = {}
  const shares: FoundShare[] = []
  for (const { line, number, amountCents } of typed) {
    const family = await findFamilyByNumber(db, number)
    const account = family && (await findAccount(db, family.accountId))
    const holder = family && (await findHolder(db, family.accountId))
    if (!account || !holder) problems[`family-${line}`] = 'No family has this number.'
    else if (shares.some(({ accountId }) => accountId === family.accountId))
      problems[`family-${line}`] = 'This family stands here twice: write one sum for it.'
    else {
      const owedCents = await owedBy(db, family.familyId, await listPayable(db, family.accountId))
      shares.push({ ...family, line, amountCents, owedCents, number: account.number, name: fullName(holder) })
    }
  }
  return { shares, problems }
}

export function sumProblem(amountCents: number, shares: { amountCents: number }[]): string | undefined {
  const togetherCents = sumCents(shares.map((share) => share.amountCents))
  if (togetherCents === amountCents) return undefined
  return `The families’ sums come to ${dollars(togetherCents)}, and the check is over ${dollars(amountCents)}.`
}
