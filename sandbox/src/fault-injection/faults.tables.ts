import { bigserial, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Fault } from './fault.ts'

export const faults = pgTable(
  'faults',
  {
    merchantId: text().notNull(),
    number: bigserial({ mode: 'number' }).primaryKey(),
    operation: text().notNull(),
    fault: jsonb().$type<Fault>().notNull(),
    /** Matching calls, and calls hit. */
    calls: integer().notNull().default(0),
    hits: integer().notNull().default(0),
  },
  (t) => [index('faults_of_operation').on(t.merchantId, t.operation)],
)
