import type { Bus } from '#agreed/bus.ts'
import { rejectedBy, waits, within } from '../platform/waits.ts'

type Awaited = {
  /** What the frame tells once it is there. */
  event: string
  remove: () => void
  late: () => Error
  /** Nobody wants the frame any more. */
  ended: AbortSignal
}

/** Waits until a frame is there; it goes when it is not wanted any more, and when it does not come. */
export async function untilReady(bus: Bus, { event, remove, late, ended }: Awaited) {
  ended.addEventListener('abort', remove)
  const ready = new Promise<void>((resolve) => {
    bus.on(event, () => resolve())
  })
  try {
    await within(waits.venmoFrame, Promise.race([rejectedBy(ended), ready]), late)
  } catch (problem) {
    remove()
    throw problem
  }
}
