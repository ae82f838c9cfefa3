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
  onRefused?: () => void
  /** The key of an attempt before a reload, whose outcome is unknown. */
  earlierKey?: () => string | undefined
}

/**
 * Takes money by the widget, for a cart, unpaid places or a gift: one attempt at a time, retried after failures.
 * `failed`: the catalogue's sentence. Undefined if the attempt failed.
 */
export function usePayment(failed: string, { onRefused, earlierKey }: Options = {}) {
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
    attempt.current ??= openAttempt(failed, earlierKey?.())
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
    if (!ended.formState && !ended.isOpen) onRefused?.()
    return undefined
  }

  return {
    busy: waitsFor !== undefined,
    longWait,
    failure,
    isReady: (widget === 'ready' || widget === 'undecided') && failure?.formState !== 'wrong',
    widget: {
      instance,
      onState: setWidget,
      onEdit: () => setFailure((now) => (now?.formState ? undefined : now)),
    },
    isLoading: widget === 'loading',
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
    beginAnew() {
      setFailure(undefined)
      attempt.current = null
    },
  }
}
