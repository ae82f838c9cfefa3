import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Actor } from '#platform/actor.ts'
import type { ChangeReason } from '#platform/changes.ts'
import { registrations } from '#registrations/registrations.tables.ts'

export const moneyActKinds = ['give up', 'give back', 'waive', 'pay out'] as const
export const moneyActStates = ['asked', 'done', 'refused'] as const

/** Parameters of the act, for its approval. */
export type MoneyActDetails = { [name: string]: string | number | boolean | number[] | null }

/**
 * Money given away at the desk. Above a limit, or once the session has begun, it stays `asked` until a second member
 * approves. Its id is the form's, for idempotency.
 */
export const moneyActs = pgTable(
  'money_acts',
  {
    id: uuid().primaryKey(),
    familyId: uuid().notNull(),
    /** Null where credit is paid out. */
    registrationId: integer().references(() => registrations.id),
    kind: text({ enum: moneyActKinds }).notNull(),
    /** The amount given back, waived or paid out. */
    cents: integer().notNull(),
    details: jsonb().$type<MoneyActDetails>().notNull().default({}),
    reason: text().$type<ChangeReason>().notNull(),
    state: text({ enum: moneyActStates }).notNull(),
    askedBy: text().$type<Actor>().notNull(),
    askedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    decidedBy: text().$type<Actor>(),
    decidedAt: timestamp({ withTimezone: true }),
    /** Approved by its asker, since nobody else could. */
    isAlone: boolean().notNull().default(false),
  },
  (row) => [
    index('money_acts_family_idx').on(row.familyId, row.askedAt),
    index('money_acts_asked_idx').on(row.askedAt).where(sql`${row.state} = 'asked'`),
    index('money_acts_registration_idx').on(row.registrationId),
    check('money_acts_kind_check', sql`${row.kind} in ('give up', 'give back', 'waive', 'pay out')`),
    check('money_acts_state_check', sql`${row.state} in ('asked', 'done', 'refused')`),
    check('money_acts_cents_check', sql`${row.cents} >= 0`),
  ],
)
export type MoneyAct = typeof moneyActs.$inferSelect
