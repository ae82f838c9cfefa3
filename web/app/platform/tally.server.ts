import { every } from '#platform/jobs/every.server.ts'
import { measure } from '#platform/jobs/measures.server.ts'
import type { Log } from './log.server.ts'

/** Refusals of this process since the last log line, by kind; never by person. */
const counts = new Map<string, number>()

/** For events that may happen hundreds of times a minute, which would flood the log. */
export function countRefusal(kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
  measure('refused', kind)
}

export function logCounts(log: Log) {
  if (counts.size === 0) return
  log.info({ counts: Object.fromEntries(counts) }, 'refused since the last count')
  counts.clear()
}

export function startCounting(log: Log): () => Promise<void> {
  const stop = every(60, async () => logCounts(log), log, 'the counts could not be told')
  return async () => {
    await stop()
    logCounts(log)
  }
}
