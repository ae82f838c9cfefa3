import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { DonationType } from '#donations/donation-types.ts'
import type { Donor } from '#donations/donations.db.server.ts'
import { belowLeast, fieldsWith, giftCents, leastCents } from '#donations/donations.ts'
import { LongWait } from '#payments/widget/long-wait.tsx'
import type { GuestKey } from '#payments/widget/open-widget.ts'
import { PayBar } from '#payments/widget/pay-bar.tsx'
import { PayButton } from '#payments/widget/pay-button.tsx'
import { PaymentFailure, stillNeeded } from '#payments/widget/payment-failure.tsx'
import { PaymentWidget } from '#payments/widget/payment-widget.tsx'
import type { FieldRules } from '#people/people.ts'
import { useChecks } from '#people/sign-in/use-checks.ts'
import { dollars } from '#platform/format/money.ts'
import { formatOptions, type PaymentOffer } from '#platform/settings/payment-options.ts'
import type { Cause } from '#platform/settings/programme.tables.ts'
import { AmountChoice } from './amount-choice.tsx'
import { DonorFields } from './donor-fields.tsx'
import { triedGift, type Values } from './gift-draft.ts'
import { useGift } from './use-gift.ts'

type Props = {
  type: DonationType
  gifts: Cause['gifts']
  accountId: string | undefined
  donor: Donor | undefined
  guest: GuestKey | undefined
  paymentOffer: PaymentOffer
}

/** The form of both donation pages. */
export function DonateForm({ type, gifts, accountId, donor, guest, paymentOffer }: Props) {
  const isCardAlone = paymentOffer.options.length === 1
  const ways = formatOptions(paymentOffer.options)
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Values>({ amount: '100', ...donor })
  const [restored, setRestored] = useState<Values>()
  const rules = fieldsWith(values.amount)
  const checks = useChecks(rules, undefined)
  const { payment, prepare, give } = useGift(accountId)
  useEffect(() => {
    const sent = triedGift(accountId).read()?.values
    if (sent) setRestored(sent)
    setValues(sent ?? readValues(form.current))
  }, [accountId])
  useEffect(() => {
    const keepValues = () => document.hidden && triedGift(accountId).keepValues(values)
    document.addEventListener('visibilitychange', keepValues)
    return () => document.removeEventListener('visibilitychange', keepValues)
  }, [accountId, values])
  const cents = giftCents(values.amount, values.custom_amount) ?? 0
  const missing = missingIn(rules, values)
  const needed = [...missing, ...payment.missing]
  const isOpen = missing.length === 0 && cents >= leastCents && payment.isReady
  // While a gift is under way, or may be, its fields stay as sent.
  const isFixed = payment.busy || payment.failure?.isOpen === true

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isOpen) void give({ values, type, cents })
  }
  const button = (
    <PayButton busy={payment.busy} isOpen={isOpen} note="gift-note">
      {payment.busy ? 'Donating' : 'Donate'}
    </PayButton>
  )
  const longWait = <LongWait text={payment.longWait} />
  return (
    <form
      ref={form}
      className="donate split pays"
      {...checks.form}
      onFocus={() => prepare(type)}
      onInput={(event) => {
        checks.form.onInput(event)
        setValues(readValues(event.currentTarget))
      }}
      onSubmit={submit}
      data-tells-offline
    >
      <div className="stack far">
        <fieldset className="plain stack far" disabled={isFixed} key={restored ? 'kept' : 'new'}>
          <AmountChoice
            isCustom={values.amount === 'custom'}
            gifts={gifts}
            initial={restored}
            problem={checks.problems.custom_amount}
          />
          <DonorFields donor={restored ?? donor} problems={checks.problems} />
        </fieldset>
        <section className="baseline" aria-labelledby="card">
          <h2 id="card">{isCardAlone ? 'Card' : 'Payment'}</h2>
          <PaymentWidget
            accountId={accountId}
            guest={guest}
            offer={paymentOffer}
            otherWay={otherWay}
            amountCents={cents}
            payer={{ email: values.email, phone: values.phone }}
            {...payment.widget}
          />
          <noscript>
            <p>
              <b>Giving by {ways} needs JavaScript.</b> Turn it on in your browser, or mail a check: the
              address is at the end of this page.
            </p>
          </noscript>
        </section>
      </div>
      <aside className="split-side" aria-label="Your gift">
        <div className="box">
          <dl className="sum on-surround">
            <dt>Your gift</dt>
            <dd>{dollars(cents)}</dd>
          </dl>
          <div className="box-body stack">
            <PaymentFailure failure={payment.failure} otherWay={otherWay} />
            {button}
            {longWait}
            <p className="small muted" id="gift-note">
              {noteOn(needed, cents, payment.isLoading)}
            </p>
            <p className="small muted">
              {isCardAlone ? 'Charged once to your card.' : 'Charged once.'} A tax receipt will be mailed to
              the mailing address.
            </p>
          </div>
        </div>
      </aside>
      <PayBar
        amount={dollars(cents)}
        detail={needed.length > 0 ? `Still to fill in: ${needed.length}` : 'Your gift'}
      >
        {button}
        {longWait}
      </PayBar>
    </form>
  )
}

const otherWay = 'Without a card: mail us a check. The address is at the end of this page.'

function readValues(form: HTMLFormElement | null): Values {
  const values: Values = {}
  for (const [name, value] of form ? new FormData(form) : [])
    if (typeof value === 'string') values[name] = value
  return values
}

const fieldLabels: Record<string, string> = {
  custom_amount: 'the amount',
  first_name: 'first name',
  last_name: 'last name',
  email: 'email',
  phone: 'a whole phone number',
  mailing_address: 'mailing address',
}

const missingIn = (rules: FieldRules, values: Values) =>
  Object.entries(rules).flatMap(([name, rule]) =>
    rule(values[name] ?? '', (other) => values[other] ?? '') ? [fieldLabels[name] ?? name] : [],
  )

/** The first reason not to submit, or a note. */
function noteOn(missing: string[], cents: number, isLoading: boolean) {
  const needed = stillNeeded(missing)
  if (needed) return needed
  if (cents < leastCents) return belowLeast
  if (isLoading) return 'The card form is loading.'
  return 'A bot check runs by itself. There is nothing to solve.'
}
