import { waits } from '../../../platform/waits.ts'
import { type Context, lifetimeOf } from './contexts.ts'
import { setupFailed } from './failures.ts'
import type { Shop } from './shop.ts'

const refreshAt = 0.6666

/** A payment that is ready, until when by this clock, and in how many milliseconds it is looked after. */
type Kept = { context: Context; end: number; next: number }

export type Keeper = ReturnType<typeof openKeeper>

/**
 * Keeps a payment ready for the payer, as apps can only be opened at once when a button is pressed. One that does not
 * begin is told when the button is pressed, and the next press begins another.
 */
export async function keepContext(shop: Shop, kind: string) {
  const keeper = openKeeper(shop, kind)
  await keeper.current().catch(() => undefined)
  return keeper
}

function openKeeper({ contexts, isBusy, tell, ended }: Shop, kind: string) {
  let current: Promise<Kept>
  let timer: ReturnType<typeof setTimeout>

  async function begin(): Promise<Kept> {
    try {
      const context = await contexts.beginApp()
      tell(`${kind}.presented`)
      const lifetime = lifetimeOf(context)
      return { context, end: Date.now() + lifetime, next: lifetime * refreshAt }
    } catch (problem) {
      tell(`${kind}.setup-failed`)
      throw setupFailed(problem)
    }
  }
  function keep(beginning: Promise<Kept>) {
    clearTimeout(timer)
    current = beginning
    beginning.then(
      (kept) => {
        if (current === beginning && !ended.aborted) timer = setTimeout(() => refresh(kept), kept.next)
      },
      () => undefined, // told to whoever wants to pay
    )
  }
  /** After a busy time there is a new payment in any case. One that does not begin leaves the old one, while it lives. */
  function refresh(known: Kept) {
    if (isBusy()) return
    const renewed = begin().catch((problem) => {
      if (Date.now() >= known.end) throw problem
      return { ...known, next: waits.venmoRefresh }
    })
    keep(renewed)
  }
  keep(begin())
  ended.addEventListener('abort', () => {
    clearTimeout(timer)
    // A payer who is at Venmo is turned back by who has led them there.
    if (isBusy()) return
    current.then(({ context }) => contexts.end(context.id, 'CANCELED')).catch(() => undefined)
  })
  return {
    current: () => current.then(({ context }) => context),
    /** The payment is over: the next one begins. */
    renew() {
      if (!ended.aborted) keep(begin())
    },
  }
}
