import { createContext } from 'react-router'
import type { Db } from './database.server.ts'
import type { Env } from './env.server.ts'
import type { Log } from './log.server.ts'

/** What every loader and action may use. */
export type World = { env: Env; db: Db; log: Log; close: () => Promise<void> }

export const worldContext = createContext<World>()
export const dbContext = createContext<Db>()
export const nonceContext = createContext<string>()
/** The visitor's network address, for rate limits and the record of consent. */
export const addressContext = createContext<string>()
