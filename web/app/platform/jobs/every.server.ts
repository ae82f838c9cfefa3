import type { Log } from '#platform/log.server.ts'

/** Work that takes longer hangs. Its leases must end before that, so that a second run does no harm. */
const longestSeconds = 1800

/** Waits after each end, so it never runs concurrently. Work that hangs is logged and begun anew. Returns its stop. */
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
    await withTimeout(mostSeconds, work()).catch((problem) => log.error({ err: problem }, failed))
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

export const stopsAll = (stops: (() => Promise<void>)[]) => async () => {
  await Promise.all(stops.map((stop) => stop()))
}

export async function withTimeout<Result>(seconds: number, call: Promise<Result>): Promise<Result> {
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
