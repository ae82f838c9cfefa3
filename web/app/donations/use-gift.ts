import type { Dropin } from 'dropin'
import { useRef, useState } from 'react'
import { href, useNavigate } from 'react-router'
import type { BotCheck } from '#bot-check/prepare-bot-check.ts'
import type { WidgetState } from '#payments/card-widget.tsx'
import type { DonationType } from './donation-types.ts'
import { botCheckActions } from './donations.ts'
import { type Gift, newSubmission } from './gift-submission.ts'

type Failure = { message: string; where: 'widget' | 'payment'; isFixed?: boolean }

/** The way of a gift from the form to its thank-you: once at a time, and whatever fails can be tried again. */
export function useGift() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [widget, setWidget] = useState<WidgetState>('loading')
  const instance = useRef<Dropin | null>(null)
  const isBusy = useRef(false)
  const submission = useRef<ReturnType<typeof newSubmission>>(null)
  const botCheck = useRef<{ action: string; check: Promise<BotCheck> }>(null)

  /** Begins the bot check while the form is filled in. */
  function prepare(type: DonationType) {
    const action = botCheckActions[type]
    if (botCheck.current?.action === action) return botCheck.current.check
    const check = import('#bot-check/prepare-bot-check.ts').then(({ prepareBotCheck }) =>
      prepareBotCheck(action),
    )
    botCheck.current = { action, check }
    check.catch(() => {
      botCheck.current = null
    })
    return check
  }
  async function give(gift: Gift & { donation_type: DonationType }) {
    const card = instance.current
    if (isBusy.current || !card) return false
    isBusy.current = true
    setBusy(true)
    setFailure(undefined)
    submission.current ??= newSubmission()
    const ended = await submission.current(gift, card, async () => {
      const { answer } = await prepare(gift.donation_type)
      // Good once: the next try asks for another.
      botCheck.current = null
      return answer()
    })
    if (ended.end === 'given') {
      await navigate(href('/pages/donate/success/:id', { id: ended.donationId }))
      return true
    }
    isBusy.current = false
    setBusy(false)
    setFailure(ended)
    if (ended.where === 'payment' && !ended.isFixed) card.clearSelectedPaymentMethod()
    return false
  }
  return {
    busy,
    failure,
    widget,
    instance,
    setWidget,
    prepare,
    give,
    /** While a gift is under way, or may be, its words stay as they were sent. */
    isFixed: busy || failure?.isFixed === true,
    clearWidgetFailure: () => setFailure((one) => (one?.where === 'widget' ? undefined : one)),
  }
}
