import type { Dropin } from '@courtside/dropin'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PaymentOffer } from '#platform/settings/payment-options.ts'
import { type AmountOption, amountKeys, amountOptions, type paymentForm } from './open-widget.ts'

export type Opened = { widget: Dropin; form: ReturnType<typeof paymentForm> }
type Shown = { offer: PaymentOffer; amountCents: number; shop: string }

/**
 * Updates the widget's amount. The widget then returns to its first view, so the update waits while a card is typed.
 * Returns the widget's view and its setter.
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
