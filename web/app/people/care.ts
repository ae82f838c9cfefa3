export const careCategories = ['allergy', 'medicine', 'other'] as const
