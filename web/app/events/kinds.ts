/** What the programme offers, in the order in which its pages list it. */
export const kinds = ['clinic', 'lesson', 'league', 'tournament'] as const
export type Kind = (typeof kinds)[number]
