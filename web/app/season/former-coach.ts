import { eventsIn, withEvent } from '#season/drafts/draft-edits.ts'
import type { SeasonStructure } from '#season/file/season-structure.server.ts'

const formerCoach = 'former-coach@deleted.invalid'

export const withoutCoach = (structure: SeasonStructure, email: string): SeasonStructure =>
  eventsIn(structure).reduce((season, { kind, event }) => {
    const sessions = event.sessions.map(({ coaches, ...session }) => ({
      ...session,
      ...(coaches && { coaches: coaches.map((coach) => (coach === email ? formerCoach : coach)) }),
    }))
    return withEvent(season, { kind, event: { ...event, sessions } })
  }, structure)
