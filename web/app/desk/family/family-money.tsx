import { Form } from 'react-router'
import { longDay } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { duesOf } from '#registrations/dues.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { WholeFamily } from '#volunteer/family.server.ts'

type Props = Pick<WholeFamily, 'registrations' | 'payments' | 'open' | 'returned'> & { number: number }

/** What is owed, what came in, and what went back; first on a phone. */
export function FamilyMoney({ number, registrations, payments, open, returned }: Props) {
  const unpaid = registrations.filter(({ paid, isBeingPaid }) => !paid && !isBeingPaid)
  const first = unpaid.at(-1)
  return (
    <div className="box">
      <dl className="sum on-surround">
        <dt>
          {unpaid.length > 0 ? 'Owes' : 'Owes nothing'}
          {first && (
            <span>
              <Unbroken>
                {unpaid.length === 1
                  ? `one place, due ${first.due}`
                  : `${unpaid.length} places, the first due ${first.due}`}
              </Unbroken>
            </span>
          )}
        </dt>
        <dd>{dollars(duesOf(unpaid))}</dd>
      </dl>
      <ul className="ledger">
        {payments.byHand.map(({ id, amountCents, takenBackCents, how, note, recordedOn, recordedBy }) => (
          <li key={id}>
            <span>
              {note || `Payment ${id}`}, {how}, <Unbroken>{longDay(recordedOn)}</Unbroken>
              <span className="line small muted">
                Recorded by <bdi>{recordedBy}</bdi>
                {takenBackCents > 0 &&
                  `; ${takenBackCents === amountCents ? '' : `${dollars(takenBackCents)} of it `}taken back`}
              </span>
              {takenBackCents < amountCents && (
                <ButtonLink size="small" variant="bare" to={`/desk/families/${number}/payments/${id}`}>
                  Take back<span className="visually-hidden"> payment {id}</span>
                </ButtonLink>
              )}
            </span>
            <b>{dollars(amountCents - takenBackCents)}</b>
          </li>
        ))}
        {payments.online.map(({ id, amountCents, on, how }) => (
          <li key={id}>
            <span>
              Paid {how}, <Unbroken>{longDay(on)}</Unbroken>
            </span>
            <b>{dollars(amountCents)}</b>
          </li>
        ))}
        {returned.map(({ id, amountCents, state, on }) => (
          <li key={id}>
            <span>
              {returnedWords[state] ?? 'Going back'}
              {on && <Unbroken>{`, ${longDay(on)}`}</Unbroken>}
            </span>
            <b>{dollars(amountCents)}</b>
          </li>
        ))}
        {open.map(({ id, amountCents, state, firstName, event }) => (
          <li key={id}>
            <Form method="post" action={`?form=${state === 'owed' ? 'returned' : 'repaid'}`}>
              <input type="hidden" name="refund" value={id} />
              {state === 'owed' ? 'We owe them' : 'They owe back'}, for <bdi>{firstName}</bdi>, {event}
              <Button type="submit" size="small" variant="bare">
                {state === 'owed'
                  ? `We gave ${dollars(amountCents)} back`
                  : `They paid ${dollars(amountCents)} back`}
              </Button>
            </Form>
            <b>{dollars(amountCents)}</b>
          </li>
        ))}
      </ul>
      {unpaid.length > 0 && (
        <p className="box-body row">
          <ButtonLink size="small" to={`/desk/families/${number}/money`}>
            Record money
          </ButtonLink>
        </p>
      )}
    </div>
  )
}

const returnedWords: Record<string, string> = {
  done: 'Given back',
  returned: 'Given back by hand',
  repaid: 'Paid back by the family',
}
