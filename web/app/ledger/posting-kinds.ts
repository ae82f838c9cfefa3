/**
 * What changes a balance. `price`: a place was registered; `waived` and `fee` at the desk make it cost less or more. `given
 * up`: what a place came to until it was given up. `paid`, and what undoes it: `taken back` (a recorded payment that was a
 * mistake, or bounced), `not settled` (an accepted charge whose money does not come). `refunded`: money went back, and
 * `came back` where it did not arrive. `moved`: money of a payment went from a place to the family's credit, or from there
 * to a place; a pair that comes to 0.
 */
export const postingKinds = [
  'price',
  'waived',
  'fee',
  'given up',
  'paid',
  'taken back',
  'not settled',
  'refunded',
  'came back',
  'moved',
] as const
export type PostingKind = (typeof postingKinds)[number]
