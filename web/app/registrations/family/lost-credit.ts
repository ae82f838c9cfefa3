import { dollars } from '#platform/format/money.ts'

/** The family's notice of credit that was not settled; `creditAfterCents`: its remaining credit. */
export function lostCreditSentences(creditCents: number, creditAfterCents: number): string[] {
  const paidOutCents = Math.min(creditCents, Math.max(0, -creditAfterCents))
  return [
    ...(creditCents > 0 ? [`So ${dollars(creditCents)} of your credit is gone.`] : []),
    ...(paidOutCents > 0
      ? [`We had paid ${dollars(paidOutCents)} of it out to you before we knew. Please pay it back to us.`]
      : []),
  ]
}
