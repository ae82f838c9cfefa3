import type { Dropin } from '@courtside/dropin'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PaymentOffer } from '#platform/settings/payment-options.ts'
import { type AmountOption, amountKeys, amountOptions, type paymentForm } from './open-widget.ts'

export type Opened = { widget: Dropin; form: ReturnType<typeof paymentForm> }
type Shown = { offer: PaymentOffer; amountCents: number; shop: string }

/**
 * Tells the widget when another amount would be charged. It answers by going back to its first view, so the amount waits
 * while a card is typed. Gives the widget's present view, and what sets it.
 */
export function useWidgetAmount(
  opened: RefObject<Opened | null>,
  { offer, amountCents, shop }: Shown,
  isReady: boolean,
) {
  const [view, setView] = useState('')
  const named = useRef(amountCents)
  useEffect(() => {
    if (!isReady || view === 'card' || named.current === amountCents) return
    named.current = amountCents
    const amounts = amountOptions(amountCents, shop)
    for (const option of offer.options.filter(namesAmount))
      opened.current?.widget.updateConfiguration(option, amountKeys[option], amounts[option])
    opened.current?.form.forgetOtherAmount()
  }, [opened, offer, amountCents, shop, isReady, view])
  return [view, setView] as const
}

const namesAmount = (option: string): option is AmountOption => option in amountKeys
