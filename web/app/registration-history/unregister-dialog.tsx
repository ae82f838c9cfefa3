import { useRef, useState } from 'react'
import { meansNames } from '#payments/means.ts'
import { useLogin } from '#people/sign-in/use-login.ts'
import { dollars, parseCents } from '#platform/format/money.ts'
import { ApiProblem, callApi, NoAnswer } from '#platform/http/call-api.ts'
import { type BackPart, describeRefund, describeRefundedPart, type PartState } from '#refunds/refund-parts.ts'
import { isOnline } from '#registrations/ways-to-pay.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { HistoryRow } from './history.ts'

type Gone = {
  refund_amount: number
  refund_transaction_id: string | null
  state: 'removed' | 'owed' | 'refunded' | 'queued' | 'asking'
  parts?: {
    amount: number
    by: BackPart['by']
    paid_by: BackPart['means']
    state: PartState
    transaction_id: string | null
  }[]
}
type End = { title: string; sentence: string; isBad?: boolean }

const lostConnection = 'We lost the connection. Press the button again: nothing is refunded twice.'

export default function UnregisterDialog(props: {
  row: HistoryRow
  /** Refunds by payment. */
  parts: BackPart[]
  onClose: () => void
  onUnregistered: () => void
}) {
  const { row, parts, onClose, onUnregistered } = props
  const [busy, setBusy] = useState(false)
  const [end, setEnd] = useState<End>()
  // Two clicks in one task both see the previous state.
  const isUnderWay = useRef(false)
  const [again, setAgain] = useState('')
  const logIn = useLogin()

  async function leave() {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setAgain('')
    try {
      setEnd(await unregister(row))
      onUnregistered()
    } catch (problem) {
      if (problem instanceof NoAnswer) setAgain(lostConnection)
      else if (!(problem instanceof ApiProblem)) throw problem
      else if (problem.code === 'signed-out') await logIn()
      else {
        setEnd(refusedEnd(problem))
        // The place may have changed.
        onUnregistered()
      }
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return (
    <Dialog title={end?.title ?? `Unregister ${row.firstName}?`} open onClose={onClose}>
      {end ? (
        <>
          {end.isBad ? <Banner tone="bad">{end.sentence}</Banner> : <p role="status">{end.sentence}</p>}
          <p className="row">
            <Button onClick={onClose}>Close</Button>
          </p>
        </>
      ) : (
        <>
          <p>
            {row.firstName} gives up the place in {row.event}, <Unbroken>{row.dates}</Unbroken>.{' '}
            {describeMoney(row, parts)}
          </p>
          {again && <Banner tone="bad">{again}</Banner>}
          <p className="row">
            <Button variant="danger" busy={busy} onClick={leave}>
              {busy ? 'Unregistering' : 'Unregister'}
            </Button>
            <Button onClick={onClose}>Keep the place</Button>
          </p>
        </>
      )}
    </Dialog>
  )
}

function describeMoney({ transactionId, standing, way, priceCents }: HistoryRow, parts: BackPart[]): string {
  const [first] = parts
  const isOnePayment = !first || (parts.length === 1 && first.by !== 'credit' && first.cents === priceCents)
  if (!isOnePayment) return describeRefund(parts)
  const means = isOnline(way) ? meansNames[way] : 'card'
  if (transactionId) return `We refund ${dollars(priceCents)} to the ${means} that paid.`
  if (priceCents === 0) return 'It was free: nothing goes back.'
  return standing === 'paid'
    ? `We return the ${dollars(priceCents)} that you paid.`
    : 'Nothing was paid, and nothing will be due.'
}

/** The server's answer describes the money: the place may have been paid since the page was rendered. */
async function unregister(row: HistoryRow): Promise<End> {
  const gone = await giveUp(row)
  const amount = dollars(parseCents(gone.refund_amount) ?? 0)
  const sentences = {
    removed: 'The place is free again, and nothing is due.',
    owed: `The ${amount} that you paid will be returned to you.`,
    refunded: `We refunded ${amount}. Refund transaction: ${gone.refund_transaction_id}.`,
    queued: `Your refund of ${amount} is queued: it goes out once the payment has settled, in a day or two. We mail you when it is done.`,
    asking: `The bank has not answered yet. ${row.firstName} keeps the place until it has; then we mail you.`,
  }
  const title = gone.state === 'asking' ? 'Refund under way' : `${row.firstName} is unregistered`
  const sentence = gone.state === 'asking' || !gone.parts ? [sentences[gone.state]] : []
  return { title, sentence: [...sentence, ...(gone.parts ? [describeParts(gone.parts)] : [])].join(' ') }
}

const describeParts = (parts: NonNullable<Gone['parts']>) =>
  parts
    .map(({ amount, by, paid_by, state, transaction_id }) =>
      describeRefundedPart({ by, cents: parseCents(amount) ?? 0, means: paid_by }, state, transaction_id),
    )
    .join(' ')

function giveUp({ id, transactionId, personId, kind, eventId, sessionId }: HistoryRow): Promise<Gone> {
  if (!transactionId)
    return callApi('/remove-register-session', { kind: `register-${kind}s`, personId, eventId, sessionId })
  return callApi('/refund-transaction', {
    transaction_id: transactionId,
    person_id: personId,
    r_id: id,
    register_type: kind,
  })
}

function refusedEnd({ code, message }: ApiProblem): End {
  const isRefund = code === 'refund-failed'
  return { title: isRefund ? 'Refund failed' : 'Not unregistered', sentence: message, isBad: true }
}
