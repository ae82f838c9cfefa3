import { createContext } from 'react-router'
import type { Opened } from '#platform/database/database.server.ts'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/settings/env.server.ts'
import type { Log } from './log.server.ts'

export type World = {
  env: Env
  db: Db
  log: Log
  migrationsFolder: string
  close: () => Promise<void>
  /** Shuts the process down to be restarted; undefined where nothing restarts it. */
  restart?: () => void
  pooled?: Opened['pooled'] | undefined
}

export const worldContext = createContext<World>()
export const dbContext = createContext<Db>()
export const nonceContext = createContext<string>()
/** Runs before a page's loader or action, and may refuse it. Layouts still load, so that a 403 keeps its frame. */
export const pageGuardContext = createContext<() => void>(() => undefined)
/** A shared cache may keep this page. */
export const isForAllContext = createContext(false)
export const addressContext = createContext<string>()
