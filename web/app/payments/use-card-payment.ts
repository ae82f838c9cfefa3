import type { Dropin } from 'dropin'
import { useRef, useState } from 'react'
import { useLogin } from '#people/use-login.ts'
import { type AttemptEnd, type Card, type CardAttempt, type Failure, openAttempt } from './card-attempt.ts'
import type { WidgetState } from './payment-widget.tsx'

type Options = {
  /** The server said no. */
  onRefused?: () => void
  /** The key of an attempt of before the page was loaded, of which nobody knows how it ended. */
  keyOfBefore?: () => string | undefined
}

/**
 * Takes money by card, in the same way for a cart, for what is unpaid and for a gift: once at a time, and whatever
 * fails can be tried again. `failed` is the sentence of the catalogue. It answers undefined where nothing came of it.
 */
export function useCardPayment(failed: string, { onRefused, keyOfBefore }: Options = {}) {
  const logIn = useLogin()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [widget, setWidget] = useState<WidgetState>('loading')
  const instance = useRef<Dropin | null>(null)
  const attempt = useRef<CardAttempt>(null)
  const isBusy = useRef(false)

  async function take<Answer>(
    send: (attempt: CardAttempt) => Promise<AttemptEnd<Answer>>,
  ): Promise<Answer | undefined> {
    if (isBusy.current) return undefined
    isBusy.current = true
    setBusy(true)
    setFailure(undefined)
    attempt.current ??= openAttempt(failed, keyOfBefore?.())
    const ended = await send(attempt.current)
    // Busy until the next page has come.
    if (ended.end === 'answered') return ended.answer
    if (ended.end === 'signed-out') {
      await logIn()
      return undefined
    }
    isBusy.current = false
    setBusy(false)
    setFailure(ended)
    if (!ended.ofCard && !ended.isOpen) onRefused?.()
    return undefined
  }

  return {
    busy,
    failure,
    /** The card form has opened, and says of nothing that it is wrong. */
    isReady: widget === 'ready' && failure?.ofCard !== 'wrong',
    widget: {
      instance,
      onState: setWidget,
      onEdit: () => setFailure((now) => (now?.ofCard ? undefined : now)),
    },
    isLoading: widget === 'loading',
    async byCard<Answer>(work: (key: string, card: Card) => Promise<Answer>): Promise<Answer | undefined> {
      const card = instance.current
      return card ? take((now) => now.byCard(card, work)) : undefined
    },
    withoutCard: <Answer>(work: (key: string) => Promise<Answer>) => take((now) => now.withoutCard(work)),
    /** Something else is to be paid, or in another way. */
    beginAnew() {
      setFailure(undefined)
      attempt.current = null
    },
  }
}
