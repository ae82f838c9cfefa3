/** The last quarter of the places, at most four. */
export const few = { most: 4, oneIn: 4 }

export const areFew = (free: number, places: number) =>
  free > 0 && free <= Math.min(few.most, places / few.oneIn)
