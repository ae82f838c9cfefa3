import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { usualLimits } from './usual-limits.ts'

export type Cause = {
  name: string
  blurb: string
  about?: string | undefined
  /** The effect of a suggested gift, by its dollars. */
  gifts?: Record<string, string | undefined> | undefined
  /** Employer identification number, for donation receipts. */
  ein?: string | undefined
}

export type WidePicture = {
  name: string
  alt: string
  /** "50% 40%" from the left and from the top: the point that is never cut off. */
  focus: string
}

type Limits = { [Line in keyof typeof usualLimits]?: number | undefined }

export const programme = pgTable(
  'programme',
  {
    id: integer().primaryKey().default(1),
    name: text().notNull(),
    blurb: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    addressLines: jsonb().$type<string[]>().notNull(),
    timeZone: text().notNull(),
    clubs: jsonb().$type<string[]>().notNull(),
    walletHandle: text().notNull(),
    causes: jsonb().$type<{ MCT: Cause; DBF: Cause }>().notNull(),
    sections: jsonb().$type<Record<string, string | undefined>>().notNull().default({}),
    /** Its bytes are stored under its name. */
    picture: jsonb().$type<WidePicture>(),
    accent: text(),
    /** The file name of its sign; the bytes are stored under it. */
    logo: text(),
    limits: jsonb().$type<Limits>().notNull().default({}),
    reliabilityPage: boolean().notNull().default(false),
    /** Closes registration for everything, and is shown. */
    closedWords: text(),
    /** The day that relative dates of the demo season count from. */
    seasonBase: date(),
  },
  (row) => [check('programme_is_one_row', sql`${row.id} = 1`)],
)
export type Programme = typeof programme.$inferSelect
