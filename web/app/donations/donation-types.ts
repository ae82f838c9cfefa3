/** The programme itself, and the memorial foundation. */
export const donationTypes = ['MCT', 'DBF'] as const
export type DonationType = (typeof donationTypes)[number]
