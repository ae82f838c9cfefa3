import type { Dropin } from 'dropin'
import { useRef, useState } from 'react'
import { type Failure, openSubmission, type Submission } from '#checkout/submission.ts'
import { CardWidget, type WidgetState } from '#payments/card-widget.tsx'
import { useLogin } from '#people/use-login.ts'
import { dollars, inDollars } from '#platform/money.ts'
import { duesOf } from '#registrations/dues.ts'
import { registeredLists } from '#registrations/registration-rules.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useToast } from '#ui/toast.tsx'
import type { HistoryRow } from './history.ts'

type Props = {
  accountId: string
  from: HistoryRow[]
  /** One of `from` is chosen and paid; otherwise all of them. */
  isChoice: boolean
  onClose: () => void
  onAnswer: () => void
}

/** Pays for registrations that are there already, by card. */
export default function PaymentDialog({ accountId, from, isChoice, onClose, onAnswer }: Props) {
  const [chosen, setChosen] = useState(String(from[0]?.id))
  const [widget, setWidget] = useState<WidgetState>('loading')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const instance = useRef<Dropin | null>(null)
  const submission = useRef<Submission>(null)
  const showToast = useToast()
  const logIn = useLogin()
  const rows = isChoice ? from.filter(({ id }) => String(id) === chosen) : from

  async function pay() {
    const card = instance.current
    if (busy || !card) return
    setBusy(true)
    setFailure(undefined)
    submission.current ??= openSubmission()
    const ended = await submission.current.payUnpaid(requestFor(accountId, rows), card)
    setBusy(false)
    if (ended.end === 'signed-out') return logIn()
    if (ended.end === 'failed') {
      setFailure(ended)
      if (ended.where === 'widget') return
      card.clearSelectedPaymentMethod()
      // It may be paid meanwhile, as in another tab: the page behind shows how it stands.
      return onAnswer()
    }
    const isPaid = ended.end === 'done'
    showToast(
      isPaid
        ? 'Your payment was successfully processsed!'
        : 'The bank is confirming your payment. Do not pay again.',
      { ms: isPaid ? 2000 : 10_000 },
    )
    onAnswer()
    onClose()
  }

  return (
    <Dialog title="Submit Payment" open onClose={onClose}>
      {isChoice && from.length > 1 ? (
        <ChoiceCards
          legend="Which session?"
          name="paying"
          value={chosen}
          onChange={(id) => {
            setChosen(id)
            submission.current = null
          }}
          choices={from.map((row) => ({
            value: String(row.id),
            name: `${row.firstName}, ${row.event}, Session ${row.number}`,
            hint: `${dollars(row.priceCents)}, ${row.dates}`,
            disabled: busy,
          }))}
        />
      ) : (
        <ul className="rows">
          {rows.map((row) => (
            <li key={row.id}>
              {row.firstName}, {row.event}, Session {row.number}: <b>{dollars(row.priceCents)}</b>
            </li>
          ))}
        </ul>
      )}
      <CardWidget
        accountId={accountId}
        hidden={false}
        instance={instance}
        onState={setWidget}
        onEdit={() => setFailure((one) => (one?.where === 'widget' ? undefined : one))}
      />
      {failure && (
        <Banner tone="bad" focus={failure}>
          <p>{failure.message}</p>
        </Banner>
      )}
      <Button
        variant="ball"
        wide
        busy={busy}
        disabled={!busy && (widget !== 'ready' || failure?.where === 'widget')}
        onClick={pay}
      >
        {busy ? 'Paying' : `Pay ${dollars(duesOf(rows))}`}
      </Button>
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
    total_amount: inDollars(duesOf(rows)),
    ...Object.fromEntries(lists),
  }
}
