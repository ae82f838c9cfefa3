import { type FormEvent, useState } from 'react'
import { failedPayment, postTransaction } from '#checkout/submission.ts'
import { LongWait } from '#payments/widget/long-wait.tsx'
import { PayButton } from '#payments/widget/pay-button.tsx'
import { PaymentFailure, stillNeeded } from '#payments/widget/payment-failure.tsx'
import { PaymentWidget } from '#payments/widget/payment-widget.tsx'
import { usePayment } from '#payments/widget/use-payment.ts'
import { dollars, inDollars } from '#platform/format/money.ts'
import type { PaymentOffer } from '#platform/settings/payment-options.ts'
import { sumOwed } from '#registrations/dues.ts'
import { registeredLists } from '#registrations/registration-rules.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { useToast } from '#ui/toast.tsx'
import type { HistoryRow } from './history.ts'

type Props = {
  accountId: string
  offer: PaymentOffer
  offline: { walletHandle: string; note: string; address: string[] }
  from: HistoryRow[]
  /** One of `from` is chosen and paid; otherwise all of them. */
  isChoice: boolean
  onClose: () => void
  /** Revalidates the page: the places may be paid in another tab, too. */
  onAnswer: () => void
}

export default function PaymentDialog(props: Props) {
  const { accountId, offer, offline, from, isChoice, onClose, onAnswer } = props
  const byVenmo =
    offline.walletHandle &&
    `send a Venmo transfer to ${offline.walletHandle} with ${offline.note} in the note, or `
  const otherWay = `Without a card: ${byVenmo}mail or bring a check or cash to ${offline.address.join(', ')}.`
  const [chosen, setChosen] = useState(String(from[0]?.id))
  const payment = usePayment(failedPayment, { onRefused: onAnswer })
  const showToast = useToast()
  const note = stillNeeded(payment.missing)
  const rows = isChoice ? from.filter(({ id }) => String(id) === chosen) : from

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (!payment.isReady) return
    const request = requestFor(accountId, rows)
    const paid = await payment.byWidget((key, method) => postTransaction(request, method, key))
    if (!paid) return
    onAnswer()
    showToast(
      paid.success
        ? 'Your payment was successfully processsed!'
        : 'The bank is confirming your payment. Do not pay again.',
      { ms: paid.success ? 2000 : 10_000 },
    )
    onClose()
  }

  return (
    <Dialog title="Submit Payment" open onClose={onClose}>
      <form className="stack" onSubmit={pay} noValidate data-tells-offline>
        {isChoice && from.length > 1 ? (
          <ChoiceCards
            legend="Which session?"
            name="paying"
            value={chosen}
            onChange={(id) => {
              setChosen(id)
              payment.beginAnew()
            }}
            choices={from.map((row) => ({
              value: String(row.id),
              name: `${row.firstName}, ${row.event}, Session ${row.number}`,
              hint: `${dollars(row.owedCents)}, ${row.dates}`,
              disabled: payment.busy,
            }))}
          />
        ) : (
          <ul className="rows">
            {rows.map((row) => (
              <li key={row.id}>
                {row.firstName}, {row.event}, Session {row.number}: <b>{dollars(row.owedCents)}</b>
              </li>
            ))}
          </ul>
        )}
        <PaymentWidget
          accountId={accountId}
          offer={offer}
          otherWay={otherWay}
          amountCents={sumOwed(rows)}
          {...payment.widget}
        />
        <PaymentFailure failure={payment.failure} otherWay={otherWay} />
        <PayButton busy={payment.busy} isOpen={payment.isReady} note={note && 'pay-note'}>
          {payment.busy ? 'Paying' : `Pay ${dollars(sumOwed(rows))}`}
        </PayButton>
        <LongWait text={payment.longWait} />
        {note && (
          <p className="small muted" id="pay-note">
            {note}
          </p>
        )}
      </form>
    </Dialog>
  )
}

function requestFor(accountId: string, rows: HistoryRow[]) {
  const lists = Object.entries(registeredLists).map(([kind, list]) => [
    list,
    rows.filter((row) => row.kind === kind).map(({ id }) => id),
  ])
  return {
    user_id: accountId,
    total_amount: inDollars(sumOwed(rows)),
    ...Object.fromEntries(lists),
  }
}
