export const familyGoneMessage = 'The account of this family was deleted meanwhile. Nothing was done.'
export const beingPaidMessage =
  'This place is being paid at this moment. Wait a few minutes, then look again.'
