import { refuse } from '#platform/refusal.ts'
import { countRefusal } from '#platform/tally.server.ts'

export function botCheckFailed(): never {
  countRefusal('bot check failed')
  return refuse('bot-check-failed')
}
