import type { ChangeReason } from '#platform/changes.ts'

export const aheadReasons = {
  'brother or sister plays': 'A brother or sister plays in it',
  'moved or closed': 'Their session was moved or closed',
  scholarship: 'Scholarship',
  mistake: 'We had made a mistake',
  goodwill: 'Goodwill',
  other: 'Something else',
} as const satisfies Partial<Record<ChangeReason, string>>

export const aheadReasonNames = Object.keys(aheadReasons) as [
  keyof typeof aheadReasons,
  ...(keyof typeof aheadReasons)[],
]
