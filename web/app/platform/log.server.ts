import pino from 'pino'

export type Log = pino.Logger

export const openLog = (level: string): Log => pino({ level, base: null })
