export const placeActs = ['give-up', 'give-back', 'waive', 'use-credit', 'fee'] as const
export type PlaceAct = (typeof placeActs)[number]
