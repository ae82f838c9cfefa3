import { Writable } from 'node:stream'
import pino from 'pino'

type Line = { level: number; msg: string; err?: { message: string }; counts?: Record<string, number> }

/** A log whose lines can be read. */
export function aLog() {
  const lines: Line[] = []
  const write = (line: Buffer, _: string, done: () => void) => {
    lines.push(JSON.parse(line.toString()))
    done()
  }
  return { lines, log: pino({}, new Writable({ write })) }
}
