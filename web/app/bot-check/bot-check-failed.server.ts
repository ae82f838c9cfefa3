import { refuse } from '#platform/refusal.ts'
import { count } from '#platform/tally.server.ts'

export function botCheckFailed(): never {
  count('bot check failed')
  return refuse('bot-check-failed')
}
