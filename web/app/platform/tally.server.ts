import { every } from '#platform/jobs/every.server.ts'
import { measure } from '#platform/jobs/measures.server.ts'
import type { Log } from './log.server.ts'

/** How often each kind of refusal was met in this process since the last line told of it. Never of whom. */
const counts = new Map<string, number>()

/** For what may come hundreds of times a minute, where a line each would hide the rest. */
export function count(kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
  measure('refused', kind)
}

/** One line of all that was counted, and none where nothing was. */
export function tellCounts(log: Log) {
  if (counts.size === 0) return
  log.info({ counts: Object.fromEntries(counts) }, 'refused since the last count')
  counts.clear()
}

/** Tells the counts every minute. The answer stops it and tells the last ones. */
export function startCounting(log: Log): () => Promise<void> {
  const stop = every(60, async () => tellCounts(log), log, 'the counts could not be told')
  return async () => {
    await stop()
    tellCounts(log)
  }
}
