/** Why the desk does nothing with a family's money at the moment. */
export const familyGoneWords = 'The account of this family was deleted meanwhile. Nothing was done.'
export const beingPaidWords = 'This place is being paid at this moment. Wait a few minutes, then look again.'
