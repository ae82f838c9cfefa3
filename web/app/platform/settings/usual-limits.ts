/**
 * What holds for one family where its programme says nothing else: so that nobody keeps the places of everybody, and
 * nobody alone at the desk gives much money away.
 */
export const usualLimits = {
  'hold minutes': 15,
  players: 12,
  'unpaid places': 40,
  'unpaid places of a session': 4,
  'dollars given back by one member': 100,
}
