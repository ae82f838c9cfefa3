import type { ChangeReason } from '#platform/changes.ts'

export const exceptionReasons = {
  'plays at this level': 'How the child plays',
  'brother or sister plays': 'A brother, sister or friend plays too',
  'right for this age': 'What is right for this age',
  other: 'Something else',
} as const satisfies Partial<Record<ChangeReason, string>>
export type ExceptionReason = keyof typeof exceptionReasons
