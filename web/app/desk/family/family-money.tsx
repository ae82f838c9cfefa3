import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { longDay } from '#platform/dates.ts'
import { dollars, sumCents } from '#platform/money.ts'
import { owedFor } from '#registrations/dues.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { AskedButton } from '../asked-button.tsx'
import type { WholeFamily } from './family.server.ts'

type Money = Pick<WholeFamily, 'registrations' | 'payments' | 'open' | 'returned' | 'creditCents'>
type Props = Money & { number: number }

/** What is owed for which place, what we owe, what came in, and what went back; first on a phone. */
export function FamilyMoney({ number, registrations, payments, open, returned, creditCents }: Props) {
  const unpaid = registrations.filter(({ standing }) => standing !== 'paid')
  const due = unpaid.filter(({ standing }) => standing === 'unpaid')
  const owedByThem = open.filter(({ state }) => state === 'bounced')
  const owedByUs = open.filter(({ state }) => state === 'owed')
  const debtCents = Math.max(0, -creditCents)
  const owesCents = owedFor(due) + sumOf(owedByThem) + debtCents
  const first = due.at(-1)
  return (
    <div className="box family-money">
      <dl className="sum on-surround">
        <dt>
          {owesCents > 0 ? 'Owes' : 'Owes nothing'}
          {first && (
            <span>
              <Unbroken>
                {due.length === 1
                  ? `one place, due ${first.due}`
                  : `${due.length} places, the first due ${first.due}`}
              </Unbroken>
            </span>
          )}
        </dt>
        <dd>{dollars(owesCents)}</dd>
      </dl>
      <Ledger title="Owed" isShown={unpaid.length + owedByThem.length + debtCents > 0}>
        {unpaid.map(({ id, player, event, due, isOverdue, standing, priceCents, paidCents, owedCents }) => (
          <Line
            key={id}
            cents={owedCents || priceCents}
            note={
              standing === 'being paid'
                ? 'Being paid online, not counted'
                : paidCents > 0 && `${dollars(paidCents)} of it is paid`
            }
          >
            <bdi>{player}</bdi>, {event}
            {standing === 'unpaid' && (
              <>, {<Unbroken>{`${isOverdue ? 'overdue since' : 'due'} ${due}`}</Unbroken>}</>
            )}
          </Line>
        ))}
        {owedByThem.map((row) => (
          <OpenLine key={row.id} {...row} act="repaid" does={`They paid ${dollars(row.amountCents)} back`}>
            The check for <bdi>{row.firstName}</bdi>, {row.event} bounced after we had given it back
          </OpenLine>
        ))}
        {debtCents > 0 && (
          <Line cents={debtCents}>Credit that was paid out, and whose payment was taken back since</Line>
        )}
      </Ledger>
      {creditCents > 0 && (
        <Ledger title="Credit" totalCents={creditCents} isShown>
          <li>For what the family registers for next</li>
        </Ledger>
      )}
      <Ledger title="We owe them" isShown={owedByUs.length > 0}>
        {owedByUs.map((row) => (
          <OpenLine key={row.id} {...row} act="returned" does={`We gave ${dollars(row.amountCents)} back`}>
            For <bdi>{row.firstName}</bdi>, {row.event}
          </OpenLine>
        ))}
      </Ledger>
      <Paid {...{ number, payments, returned }} />
      {owesCents > 0 && (
        <p className="box-body row">
          <ButtonLink size="small" to={`/desk/families/${number}/money`}>
            Record money
          </ButtonLink>
        </p>
      )}
    </div>
  )
}

/** What came in and what went back; the sum is what is left with us. */
function Paid({ number, payments, returned }: Pick<Props, 'number' | 'payments' | 'returned'>) {
  const { byHand, online } = payments
  const gone = returned.filter(({ state }) => state === 'done' || state === 'returned')
  const leftCents =
    sumOf(online) + sumOf(byHand) - byHand.reduce((sum, row) => sum + row.takenBackCents, 0) - sumOf(gone)
  return (
    <Ledger
      title={returned.length > 0 ? 'Paid, less what went back' : 'Paid'}
      totalCents={leftCents}
      isShown={byHand.length + online.length + returned.length > 0}
    >
      {byHand.map(
        ({ id, amountCents, takenBackCents, how, receivedOn, recordedOn, recordedBy, ...payment }) => (
          <Line
            key={id}
            cents={amountCents - takenBackCents}
            note={
              <>
                {detailsOf(payment)}Recorded {recordedOn !== receivedOn && `on ${longDay(recordedOn)} `}by{' '}
                <bdi>{recordedBy}</bdi>
                {takenBackCents > 0 &&
                  `; ${takenBackCents === amountCents ? dollars(amountCents) : `${dollars(takenBackCents)} of ${dollars(amountCents)}`} taken back`}
              </>
            }
            act={
              takenBackCents < amountCents && (
                <ButtonLink size="small" variant="bare" to={`/desk/families/${number}/payments/${id}`}>
                  Take back<span className="visually-hidden"> payment {id}</span>
                </ButtonLink>
              )
            }
          >
            Paid {how}, <Unbroken>{longDay(receivedOn)}</Unbroken>
            <PaysFor places={payment.paid} />
            {payment.creditCents > 0 && (
              <span className="line small">{dollars(payment.creditCents)} as credit</span>
            )}
          </Line>
        ),
      )}
      {online.map(({ id, amountCents, on, how, dispute, paid }) => (
        <Line key={id} cents={amountCents} note={dispute && disputeWords[dispute]}>
          Paid {how}, <Unbroken>{longDay(on)}</Unbroken>
          <PaysFor places={paid} />
        </Line>
      ))}
      {returned.map((row) => (
        <Line key={row.id} cents={gone.includes(row) ? -row.amountCents : 0} note={waitsOf(row)}>
          {returnedWords[row.state] ?? 'Goes back'}
          {row.on && <Unbroken>{`, ${longDay(row.on)}`}</Unbroken>}, for <bdi>{row.firstName}</bdi>,{' '}
          {row.event}
        </Line>
      ))}
    </Ledger>
  )
}

/** "Number 1204. Of a check for several families. " */
const detailsOf = ({
  reference,
  togetherId,
  note,
}: Pick<Money['payments']['byHand'][number], 'reference' | 'togetherId' | 'note'>) =>
  [
    reference && `Number ${reference}. `,
    togetherId && 'Of a check for several families. ',
    note && `${note}. `,
  ]
    .filter(Boolean)
    .join('')

const returnedWords: Record<string, string> = {
  done: 'Given back',
  returned: 'Given back by hand',
  repaid: 'Given back, and paid back by the family',
}

const disputeWords = {
  open: 'Disputed at the bank, which has not decided yet: nothing of it goes back by itself.',
  lost: 'Disputed at the bank, which took it back: nothing of it goes back by itself.',
  won: 'Disputed at the bank, which decided for us.',
}

const waitsOf = ({ state, amountCents }: Money['returned'][number]) =>
  returnedWords[state] ? undefined : `${dollars(amountCents)} on its way`

const sumOf = (rows: { amountCents: number }[]) => sumCents(rows.map(({ amountCents }) => amountCents))

type LedgerProps = { title: string; totalCents?: number; isShown: boolean; children: ReactNode }

const Ledger = ({ title, totalCents, isShown, children }: LedgerProps) =>
  isShown && (
    <section>
      <h2>
        {title}
        {totalCents !== undefined && <b>{amount(totalCents)}</b>}
      </h2>
      <ul className="ledger">{children}</ul>
    </section>
  )

type LineProps = { cents: number; note?: ReactNode; act?: ReactNode; children: ReactNode }

const Line = ({ cents, note, act, children }: LineProps) => (
  <li>
    <div>
      {children}
      {note && <span className="line small muted">{note}</span>}
      {act}
    </div>
    <b>{amount(cents)}</b>
  </li>
)

const amount = (cents: number) => (cents < 0 ? `−${dollars(-cents)}` : dollars(cents))

type OpenProps = Money['open'][number] & { act: 'returned' | 'repaid'; does: string; children: ReactNode }

const endWords = {
  returned: 'We owe it no more, and the family is told by mail.',
  repaid: 'The family owes it no more.',
}

const OpenLine = ({ id, amountCents, act, does, children }: OpenProps) => (
  <Line
    cents={amountCents}
    act={
      <Form method="post" action={`?form=${act}`}>
        <input type="hidden" name="place" value={id} />
        <AskedButton
          size="small"
          variant="bare"
          verb={does}
          question={
            act === 'returned' ? `${dollars(amountCents)} went back?` : `${dollars(amountCents)} came in?`
          }
          consequence={`${endWords[act]} This cannot be taken back here.`}
        />
      </Form>
    }
  >
    {children}
  </Line>
)

const PaysFor = ({ places }: { places: { id: number; firstName: string; event: string }[] }) =>
  places.map(({ id, firstName, event }) => (
    <span key={id} className="line small">
      for <bdi>{firstName}</bdi>, {event}
    </span>
  ))
