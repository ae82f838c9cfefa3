import { dollars } from '#platform/format/money.ts'

/** What its family is told of credit whose money did not come; `creditAfterCents`: what credit it has without it. */
export function lostCreditWords(creditCents: number, creditAfterCents: number): string[] {
  const paidOutCents = Math.min(creditCents, Math.max(0, -creditAfterCents))
  return [
    ...(creditCents > 0 ? [`So ${dollars(creditCents)} of your credit is gone.`] : []),
    ...(paidOutCents > 0
      ? [`We had paid ${dollars(paidOutCents)} of it out to you before we knew. Please pay it back to us.`]
      : []),
  ]
}
