import { waits } from '../../../platform/waits.ts'
import { type Context, lifetimeMs } from './contexts.ts'
import { setupFailed } from './failures.ts'
import type { Shop } from './shop.ts'

const refreshAt = 0.6666

/** A prepared payment, its local expiry, and the delay until the next refresh. */
type Prepared = { context: Context; end: number; next: number }

export type Keeper = ReturnType<typeof openKeeper>

/**
 * Keeps a payment prepared, since apps can only be opened synchronously in a click. Failures are reported on the click;
 * the next one retries.
 */
export async function keepContext(shop: Shop, kind: string) {
  const keeper = openKeeper(shop, kind)
  await keeper.current().catch(() => undefined)
  return keeper
}

function openKeeper({ contexts, isBusy, track, ended }: Shop, kind: string) {
  let current: Promise<Prepared>
  let timer: ReturnType<typeof setTimeout>

  async function begin(): Promise<Prepared> {
    try {
      const context = await contexts.beginApp()
      track(`${kind}.presented`)
      const lifetime = lifetimeMs(context)
      return { context, end: Date.now() + lifetime, next: lifetime * refreshAt }
    } catch (problem) {
      track(`${kind}.setup-failed`)
      throw setupFailed(problem)
    }
  }
  function keep(beginning: Promise<Prepared>) {
    clearTimeout(timer)
    current = beginning
    beginning.then(
      (prepared) => {
        if (current === beginning && !ended.aborted)
          timer = setTimeout(() => refresh(prepared), prepared.next)
      },
      () => undefined, // reported when paying
    )
  }
  /** Always replaced after a busy time. If a new one fails, the old one stays while alive. */
  function refresh(known: Prepared) {
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
    // Cancelled by the way that opened Venmo.
    if (isBusy()) return
    current.then(({ context }) => contexts.end(context.id, 'CANCELED')).catch(() => undefined)
  })
  return {
    current: () => current.then(({ context }) => context),
    /** Replaces a used payment. */
    renew() {
      if (!ended.aborted) keep(begin())
    },
  }
}
