import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CardWidget, type GuestKey } from '#payments/card-widget.tsx'
import type { FieldRules } from '#people/people.ts'
import { useChecks } from '#people/use-checks.ts'
import { dollars } from '#platform/money.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { AmountChoice } from './amount-choice.tsx'
import type { DonationType } from './donation-types.ts'
import type { Donor } from './donations.db.server.ts'
import { belowLeast, fieldsWith, giftCents, leastCents } from './donations.ts'
import { DonorFields } from './donor-fields.tsx'
import { useGift } from './use-gift.ts'

type Props = {
  type: DonationType
  accountId: string | undefined
  donor: Donor | undefined
  guest: GuestKey | undefined
}
type Values = Record<string, string>

/** The form of both donation pages. The card never comes near it: the widget answers with a nonce. */
export function DonateForm({ type, accountId, donor, guest }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Values>({ amount: '100', ...donor })
  const [kept, setKept] = useState<Values>()
  const rules = fieldsWith(values.amount)
  const checks = useChecks(rules, undefined)
  const gift = useGift()
  // What a try that failed had sent, since its sentence asks to refresh; else what the browser had filled in.
  const tried = `gift of ${accountId ?? 'a guest'}`
  useEffect(() => {
    const sent: Values | null = JSON.parse(sessionStorage.getItem(tried) ?? 'null')
    if (sent) setKept(sent)
    setValues(sent ?? valuesOf(form.current))
  }, [tried])
  const cents = giftCents(values.amount, values.custom_amount) ?? 0
  const missing = missingIn(rules, values)
  const isOpen = missing.length === 0 && cents >= leastCents && gift.widget === 'ready'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isOpen) return
    sessionStorage.setItem(tried, JSON.stringify(valuesOf(event.currentTarget)))
    const isGiven = await gift.give({ ...values, donation_type: type, account_id: accountId, cents })
    if (isGiven) sessionStorage.removeItem(tried)
  }
  return (
    <form
      ref={form}
      className="donate split"
      {...checks.form}
      onFocus={() => gift.prepare(type)}
      onInput={(event) => {
        checks.form.onInput(event)
        setValues(valuesOf(event.currentTarget))
      }}
      onSubmit={submit}
    >
      <div className="stack far">
        <fieldset className="plain stack far" disabled={gift.isFixed} key={kept ? 'kept' : 'new'}>
          <AmountChoice
            isCustom={values.amount === 'custom'}
            kept={kept}
            problem={checks.problems.custom_amount}
          />
          <DonorFields donor={kept ?? donor} problems={checks.problems} />
        </fieldset>
        <section className="baseline" aria-labelledby="card">
          <h2 id="card">Card</h2>
          <CardWidget
            accountId={accountId}
            guest={guest}
            instance={gift.instance}
            onState={gift.setWidget}
            onEdit={gift.clearWidgetFailure}
          />
          <noscript>
            <p>
              <b>Giving by card needs JavaScript.</b> Turn it on in your browser, or mail a check: the address
              is at the end of this page.
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
            {gift.failure && (
              <Banner tone="bad" focus={gift.failure}>
                <p>{gift.failure.message}</p>
              </Banner>
            )}
            <Button
              type="submit"
              variant="ball"
              wide
              busy={gift.busy}
              disabled={!gift.busy && (!isOpen || gift.failure?.where === 'widget')}
              aria-describedby="gift-note"
            >
              {gift.busy ? 'Donating' : 'Donate'}
            </Button>
            <p className="small muted" id="gift-note">
              {noteOn(missing, cents, gift.widget)}
            </p>
            <p className="small muted">
              Charged once to your card. A tax receipt will be mailed to the mailing address.
            </p>
          </div>
        </div>
      </aside>
    </form>
  )
}

function valuesOf(form: HTMLFormElement | null): Values {
  const values: Values = {}
  for (const [name, value] of form ? new FormData(form) : [])
    if (typeof value === 'string') values[name] = value
  return values
}

const nameOf: Record<string, string> = {
  custom_amount: 'the amount',
  first_name: 'first name',
  last_name: 'last name',
  email: 'email',
  phone: 'a whole phone number',
  mailing_address: 'mailing address',
}

const missingIn = (rules: FieldRules, values: Values) =>
  Object.entries(rules).flatMap(([name, rule]) =>
    rule(values[name] ?? '', (other) => values[other] ?? '') ? [nameOf[name] ?? name] : [],
  )

/** Why the button cannot be pressed yet, or what happens when it is. */
function noteOn(missing: string[], cents: number, widget: string) {
  if (missing.length > 0) return `Still needed: ${new Intl.ListFormat('en-US').format(missing)}.`
  if (cents < leastCents) return belowLeast
  if (widget === 'loading') return 'The card form is loading.'
  return 'A bot check runs by itself. There is nothing to solve.'
}
