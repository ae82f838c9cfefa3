/** What is filled by which colour, from the ground up: a shape, or a word that is as wide as here in any face. */
export type Tile = (
  | [fill: string, shape: string]
  | [fill: string, word: string, x: number, width: number, size?: number, italic?: boolean]
)[]

/** The ground of a mark. */
export const whole = 'M0 0h40v24H0Z'
