/** Layers from the bottom: a filled shape, or a text stretched to a width in any font. */
export type Tile = (
  | [fill: string, shape: string]
  | [fill: string, word: string, x: number, width: number, size?: number, italic?: boolean]
)[]

export const background = 'M0 0h40v24H0Z'
