export const careCategories = ['allergy', 'medicine', 'other'] as const
export type CareCategory = (typeof careCategories)[number]

export const categoryWords: Record<CareCategory, string> = {
  allergy: 'Allergy',
  medicine: 'Medicine',
  other: 'Something else',
}

/** Of a note, and of what to do. */
export const mostCareLetters = 2000
/** Beside the family's own parent, for one player. */
export const mostContacts = 8
