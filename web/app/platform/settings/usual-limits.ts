/** Against hoarding places, and against one member giving much money away. */
export const usualLimits = {
  'hold minutes': 15,
  players: 12,
  'unpaid places': 40,
  'unpaid places of a session': 4,
  'dollars given back by one member': 100,
}
