export const careCategories = ['allergy', 'medicine', 'other'] as const
export type CareCategory = (typeof careCategories)[number]

export const categoryLabels: Record<CareCategory, string> = {
  allergy: 'Allergy',
  medicine: 'Medicine',
  other: 'Something else',
}

export const mostCareLetters = 2000
/** Per player, beside the family's parent. */
export const mostContacts = 8
