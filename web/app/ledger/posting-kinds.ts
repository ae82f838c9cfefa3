/**
 * What changes a balance. `price`: a place was registered. `given up`: the price of a place that was given up. `paid`, and
 * what undoes it: `taken back` (a recorded payment that was a mistake, or bounced), `not settled` (an accepted charge whose
 * money does not come). `refunded`: money went back, and `came back` where it did not arrive.
 */
export const postingKinds = [
  'price',
  'given up',
  'paid',
  'taken back',
  'not settled',
  'refunded',
  'came back',
] as const
export type PostingKind = (typeof postingKinds)[number]
