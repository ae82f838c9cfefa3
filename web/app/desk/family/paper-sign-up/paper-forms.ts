/** Title and button by the last path segment. */
export const paperForms = {
  note: ['Write the care note', 'Save the note'],
  'keep-note': ['Keep the care note a year longer?', 'Keep it'],
  'erase-note': ['Erase the care note?', 'Erase the note'],
  photos: ['Photos', 'Save'],
  absence: ['Absence', 'Save'],
  delete: ['Delete this player?', 'Delete'],
} as const
export type PaperForm = keyof typeof paperForms
