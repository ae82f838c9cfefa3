/** Few are left in the last quarter of all places, and never more than four. */
export const few = { most: 4, oneIn: 4 }

export const areFew = (left: number, places: number) =>
  left > 0 && left <= Math.min(few.most, places / few.oneIn)
