import type { Bus } from '#agreed/bus.ts'
import { rejectOnAbort, waits, withTimeout } from '../platform/waits.ts'

type Awaited = {
  /** Sent by the frame once it has loaded. */
  event: string
  remove: () => void
  late: () => Error
  ended: AbortSignal
}

/** Waits until a frame has loaded; removes it on abort and timeout. */
export async function untilReady(bus: Bus, { event, remove, late, ended }: Awaited) {
  ended.addEventListener('abort', remove)
  const ready = new Promise<void>((resolve) => {
    bus.on(event, () => resolve())
  })
  try {
    await withTimeout(waits.venmoFrame, Promise.race([rejectOnAbort(ended), ready]), late)
  } catch (problem) {
    remove()
    throw problem
  }
}
