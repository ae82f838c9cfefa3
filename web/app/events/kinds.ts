/** In the order of the pages. */
export const kinds = ['clinic', 'lesson', 'league', 'tournament'] as const
export type Kind = (typeof kinds)[number]
