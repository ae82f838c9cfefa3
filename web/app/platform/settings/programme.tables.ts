import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { usualLimits } from './usual-limits.ts'

export type Cause = {
  name: string
  blurb: string
  /** A second sentence, where the gift is given. */
  about?: string | undefined
  /** What a suggested gift does, by its dollars. */
  gifts?: Record<string, string | undefined> | undefined
  /** The tax office's number of the organisation, for donation receipts. */
  ein?: string | undefined
}

export type WidePicture = {
  name: string
  /** What it shows, for who does not see it. */
  alt: string
  /** "50% 40%" from the left and from the top: the point that is never cut off. */
  focus: string
}

/** What one family may have; what is not named is as in `usualLimits`. */
type Limits = { [Line in keyof typeof usualLimits]?: number | undefined }

/** The programme's own names: one row, written by the season file (`programme:`). */
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
    /** One line below each heading of the first page, where the season file has one: "clinics", "lessons" and so on. */
    sections: jsonb().$type<Record<string, string | undefined>>().notNull().default({}),
    /** The wide picture of the first page; its bytes are kept under its name. */
    picture: jsonb().$type<WidePicture>(),
    /** The colour of header and footer, as "#0e3b29". */
    accent: text(),
    /** The name of its sign; its bytes are kept under it. */
    logo: text(),
    limits: jsonb().$type<Limits>().notNull().default({}),
    /** Whether /pages/reliability shows what was measured of the site. */
    reliabilityPage: boolean().notNull().default(false),
    /** Registration for everything is closed, and this sentence says so. */
    closedWords: text(),
    /** The day that relative dates of the demo season count from. */
    seasonBase: date(),
  },
  (row) => [check('programme_is_one_row', sql`${row.id} = 1`)],
)
export type Programme = typeof programme.$inferSelect
