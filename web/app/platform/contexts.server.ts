import { createContext } from 'react-router'
import type { Opened } from '#platform/database/database.server.ts'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/settings/env.server.ts'
import type { Log } from './log.server.ts'

/** What every loader and action may use. */
export type World = {
  env: Env
  db: Db
  log: Log
  /** Where the changes of the tables stand. */
  migrationsFolder: string
  close: () => Promise<void>
  /** Ends the process in order, to be started again; none where nothing would. */
  restart?: () => void
  /** The connections to PostgreSQL, where there are some. */
  pooled?: Opened['pooled'] | undefined
}

export const worldContext = createContext<World>()
export const dbContext = createContext<Db>()
export const nonceContext = createContext<string>()
/** Runs before the loader or action of a page, and may refuse it. Its layouts are loaded all the same: a 403 keeps its frame. */
export const pageGuardContext = createContext<() => void>(() => undefined)
/** A proxy may keep this page: it is the same each time. */
export const isForAllContext = createContext(false)
/** The visitor's network address, for rate limits and the record of consent. */
export const addressContext = createContext<string>()
