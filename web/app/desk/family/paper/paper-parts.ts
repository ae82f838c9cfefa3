/** What the page is about, by the last part of its address: its title and its button. */
export const paperParts = {
  note: ['Write the care note', 'Save the note'],
  'keep-note': ['Keep the care note a year longer?', 'Keep it'],
  'erase-note': ['Erase the care note?', 'Erase the note'],
  photos: ['Photos', 'Save'],
  absence: ['Absence', 'Save'],
  delete: ['Delete this player?', 'Delete'],
} as const
export type PaperPart = keyof typeof paperParts
