/** What one family may have where its programme says nothing else, so that nobody keeps the places of everybody. */
export const usualLimits = {
  'hold minutes': 15,
  players: 12,
  'unpaid places': 40,
  'unpaid places of a session': 4,
}
