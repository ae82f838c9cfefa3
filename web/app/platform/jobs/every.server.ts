import type { Log } from '#platform/log.server.ts'

/** Work that takes longer hangs. Whatever it leases runs out before that, so that a second start does no harm. */
const longestSeconds = 1800

/**
 * Does `work` now and again so many seconds after each end, never twice at a time. Work that hangs is told in the log
 * and begun anew. The answer stops it.
 */
export function every(
  seconds: number,
  work: () => Promise<unknown>,
  log: Log,
  failed: string,
  mostSeconds = longestSeconds,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running: Promise<void>
  const run = async () => {
    await endedWithin(mostSeconds, work()).catch((problem) => log.error({ err: problem }, failed))
    if (isStopped) return
    timer = setTimeout(() => {
      running = run()
    }, seconds * 1000)
    timer.unref()
  }
  running = run()
  return () => {
    isStopped = true
    clearTimeout(timer)
    return running
  }
}

/** Stops all that was begun. */
export const stopsAll = (stops: (() => Promise<void>)[]) => async () => {
  await Promise.all(stops.map((stop) => stop()))
}

/** The end of `call`, or an error when there is none within so many seconds. */
export async function endedWithin<Result>(seconds: number, call: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${seconds} s`)), seconds * 1000)
  })
  try {
    return await Promise.race([call, end])
  } finally {
    clearTimeout(timer)
  }
}
