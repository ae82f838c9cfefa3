import type { ChangeReason } from '#platform/changes.ts'

export const moneyReasons = {
  'asked for by the family': 'The family asked for it',
  'left early': 'The player left early',
  scholarship: 'Scholarship',
  goodwill: 'Goodwill',
  mistake: 'It was wrong',
  'moved or closed': 'The session was moved or closed',
  bounced: 'A check bounced',
  other: 'Something else',
} as const satisfies Partial<Record<ChangeReason, string>>

export const moneyReasonNames = Object.keys(moneyReasons) as [
  keyof typeof moneyReasons,
  ...(keyof typeof moneyReasons)[],
]
