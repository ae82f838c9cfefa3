import { payableOf } from '#desk/family/family.server.ts'
import { owedBy } from '#ledger/credit.db.server.ts'
import { familyByNumber } from '#people/families.db.server.ts'
import { accountById, holderOf } from '#people/people.db.server.ts'
import { fullName } from '#people/people.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dollars, sumCents } from '#platform/format/money.ts'

/** What somebody wrote of one family on a check: its line, its number and its sum. */
export type TypedShare = { line: number; number: number; amountCents: number | undefined }
export type FoundShare = TypedShare & { accountId: string; familyId: string; name: string; owedCents: number }

/** The families of a check with what each owes; what is wrong stands at its field. */
export async function findShares(db: Db, typed: TypedShare[]) {
  const problems: Record<string, string> = {}
  const shares: FoundShare[] = []
  for (const { line, number, amountCents } of typed) {
    const family = await familyByNumber(db, number)
    const account = family && (await accountById(db, family.accountId))
    const holder = family && (await holderOf(db, family.accountId))
    if (!account || !holder) problems[`family-${line}`] = 'No family has this number.'
    else if (shares.some(({ accountId }) => accountId === family.accountId))
      problems[`family-${line}`] = 'This family stands here twice: write one sum for it.'
    else {
      const owedCents = await owedBy(db, family.familyId, await payableOf(db, family.accountId))
      shares.push({ ...family, line, amountCents, owedCents, number: account.number, name: fullName(holder) })
    }
  }
  return { shares, problems }
}

/** The sums of the families come to that of the check. */
export function sumProblem(amountCents: number, shares: { amountCents: number }[]): string | undefined {
  const togetherCents = sumCents(shares.map((share) => share.amountCents))
  if (togetherCents === amountCents) return undefined
  return `The families’ sums come to ${dollars(togetherCents)}, and the check is over ${dollars(amountCents)}.`
}
