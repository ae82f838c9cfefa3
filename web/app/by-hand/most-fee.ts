import { dollars } from '#platform/money.ts'

/** The most that the desk charges as one fee. */
export const mostFeeCents = 1_000_00
export const mostFeeWords = `A fee is at most ${dollars(mostFeeCents)}.`
