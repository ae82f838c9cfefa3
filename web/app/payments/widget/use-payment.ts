import { useRef, useState } from 'react'
import { useLogin } from '#people/sign-in/use-login.ts'
import { useLongWait, type WaitsFor } from './long-wait.tsx'
import {
  type AttemptEnd,
  type Failure,
  openAttempt,
  type PaymentAttempt,
  type PaymentForm,
  type PaymentMethod,
} from './payment-attempt.ts'
import type { WidgetState } from './payment-widget.tsx'

type Options = {
  /** The server said no. */
  onRefused?: () => void
  /** The key of an attempt of before the page was loaded, of which nobody knows how it ended. */
  keyOfBefore?: () => string | undefined
}

/**
 * Takes money by what the widget gives, in the same way for a cart, for what is unpaid and for a gift: once at a time,
 * and whatever fails can be tried again. `failed` is the sentence of the catalogue. It answers undefined where nothing
 * came of it.
 */
export function usePayment(failed: string, { onRefused, keyOfBefore }: Options = {}) {
  const logIn = useLogin()
  const [waitsFor, setWaitsFor] = useState<WaitsFor>()
  const longWait = useLongWait(waitsFor)
  const [failure, setFailure] = useState<Failure>()
  const [widget, setWidget] = useState<WidgetState>('loading')
  const instance = useRef<PaymentForm | null>(null)
  const attempt = useRef<PaymentAttempt>(null)
  const isBusy = useRef(false)

  async function take<Answer>(
    send: (attempt: PaymentAttempt) => Promise<AttemptEnd<Answer>>,
    first: 'method' | 'registration',
  ): Promise<Answer | undefined> {
    if (isBusy.current) return undefined
    isBusy.current = true
    setWaitsFor(first)
    setFailure(undefined)
    attempt.current ??= openAttempt(failed, keyOfBefore?.())
    const ended = navigator.onLine ? await send(attempt.current) : attempt.current.offline(first === 'method')
    setWaitsFor('page')
    if (ended.end === 'answered') return ended.answer
    if (ended.end === 'signed-out') {
      await logIn()
      return undefined
    }
    isBusy.current = false
    setWaitsFor(undefined)
    setFailure(ended)
    if (!ended.ofForm && !ended.isOpen) onRefused?.()
    return undefined
  }

  return {
    /** Until the next page has come. */
    busy: waitsFor !== undefined,
    longWait,
    failure,
    /** The payment form has opened, and says of nothing that it is wrong. */
    isReady: (widget === 'ready' || widget === 'undecided') && failure?.ofForm !== 'wrong',
    widget: {
      instance,
      onState: setWidget,
      onEdit: () => setFailure((now) => (now?.ofForm ? undefined : now)),
    },
    isLoading: widget === 'loading',
    /** What is still to be chosen in the form, though its button can be pressed. */
    missing: widget === 'undecided' ? ['a way to pay'] : [],
    async byWidget<Answer>(
      work: (key: string, method: PaymentMethod) => Promise<Answer>,
    ): Promise<Answer | undefined> {
      const open = instance.current
      const charge: typeof work = (key, method) => {
        setWaitsFor('charge')
        return work(key, method)
      }
      return open ? take((now) => now.byWidget(open, charge), 'method') : undefined
    },
    withoutWidget: <Answer>(work: (key: string) => Promise<Answer>) =>
      take((now) => now.withoutWidget(work), 'registration'),
    /** Something else is to be paid, or in another way. */
    beginAnew() {
      setFailure(undefined)
      attempt.current = null
    },
  }
}
