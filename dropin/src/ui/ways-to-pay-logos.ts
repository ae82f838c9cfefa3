import { background, type Tile } from './tile.ts'

/** Lazily created. */
export const wayLogos = (): Record<string, Tile> => ({
  logoPayPal: [
    ['#003087', 'Pay', 4, 16, 12, true],
    ['#0070e0', 'Pal', 20, 16, 12, true],
  ],
  logoPayPalCredit: [
    ['#003087', background],
    ['#fff', 'Credit', 5, 30, 12, true],
  ],
  logoApplePay: [['#000', 'Apple Pay', 4, 32, 8]],
  logoGooglePay: [
    ['#4285f4', 'G', 4, 10],
    ['#3c4043', 'Pay', 16, 20],
  ],
  logoVenmo: [['#008cff', 'venmo', 4, 32]],
})
