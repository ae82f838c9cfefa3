import { type Context, lifetimeOf } from './contexts.ts'

const refreshAt = 0.6666

type Keeping = {
  begin: () => Promise<Context>
  /** A payer is at Venmo with the payment: it stays. */
  isBusy: () => boolean
  /** Told of each payment, and of each that did not begin. */
  tell: (kind: 'presented' | 'setup-failed') => void
}

/** Keeps a payment ready for the payer, as apps can only be opened at once when a button is pressed. */
export function keepContext({ begin, isBusy, tell }: Keeping) {
  let current: Promise<Context> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasStopped = false

  function renew() {
    clearTimeout(timer)
    if (hasStopped) return
    const beginning = begin()
    current = beginning
    beginning.then(
      (context) => {
        tell('presented')
        if (current === beginning && !hasStopped) timer = setTimeout(refresh, lifetimeOf(context) * refreshAt)
      },
      () => tell('setup-failed'),
    )
  }
  /** After a busy time there is a new payment in any case. */
  function refresh() {
    if (!isBusy()) renew()
  }
  renew()
  return {
    current: () => current as Promise<Context>,
    renew,
    stop() {
      hasStopped = true
      clearTimeout(timer)
    },
  }
}
