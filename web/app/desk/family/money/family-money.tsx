import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { AskedButton } from '#desk/asked-button.tsx'
import type { WholeFamily } from '#desk/family/family.server.ts'
import { type Day, longDay } from '#platform/format/dates.ts'
import { dollars, sumCents } from '#platform/format/money.ts'
import { sumOwed } from '#registrations/dues.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Unbroken } from '#ui/unbroken.tsx'

type Money = Pick<WholeFamily, 'registrations' | 'payments' | 'open' | 'returned' | 'creditCents'>
type Credit = { freeCents: number; paidOut: { id: string; amountCents: number; on: Day | null }[] }
type Props = Money & { number: number; thisYear: number; credit: Credit; mayGiveBack: boolean }

/** First on a phone. */
export function FamilyMoney(props: Props) {
  const { number, thisYear, registrations, open, creditCents, credit, mayGiveBack } = props
  const unpaid = registrations.filter(({ standing }) => standing !== 'paid')
  const due = unpaid.filter(({ standing }) => standing === 'unpaid')
  const owedByThem = open.filter(({ state }) => state === 'bounced')
  const owedByUs = open.filter(({ state }) => state === 'owed')
  const debtCents = Math.max(0, -creditCents)
  const owesCents = sumOwed(due) + sumAmounts(owedByThem) + debtCents
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
          <OpenLine key={row.id} {...row} number={number} mayGiveBack={mayGiveBack}>
            <WhyOwed {...row} />
          </OpenLine>
        ))}
        {debtCents > 0 && (
          <Line cents={debtCents}>Credit that was paid out, and whose payment was taken back since</Line>
        )}
      </Ledger>
      <Ledger title="Credit" totalCents={creditCents} isShown={creditCents > 0}>
        <li>
          <div>
            <span className="line">It pays what they register next</span>
            {mayGiveBack && credit.freeCents > 0 && (
              <ButtonLink size="small" variant="bare" to={`/desk/families/${number}/pay-out`}>
                Pay it out
              </ButtonLink>
            )}
          </div>
        </li>
      </Ledger>
      <Ledger title="We owe them" isShown={owedByUs.length > 0}>
        {owedByUs.map((row) => (
          <OpenLine key={row.id} {...row} number={number} mayGiveBack={mayGiveBack}>
            For <bdi>{row.firstName}</bdi>, {row.event}
          </OpenLine>
        ))}
      </Ledger>
      <Paid {...props} />
      {owesCents > 0 && (
        <p className="box-body row">
          <ButtonLink size="small" to={`/desk/families/${number}/money`}>
            Record money
          </ButtonLink>
        </p>
      )}
      <p className="box-body row small">
        {[thisYear, thisYear - 1].map((year) => (
          <Link className="alone" key={year} to={`/desk/families/${number}/statement/${year}`}>
            Statement for {year}
          </Link>
        ))}
      </p>
    </div>
  )
}

/** Payments and refunds; the sum is the net amount. */
function Paid({ number, payments, returned, credit: { paidOut }, mayGiveBack }: Props) {
  const { byHand, online } = payments
  const gone = returned.filter(({ state }) => state === 'done' || state === 'returned')
  const remainingCents =
    sumAmounts(online) +
    sumAmounts(byHand) -
    byHand.reduce((sum, row) => sum + row.takenBackCents, 0) -
    sumAmounts(gone) -
    sumAmounts(paidOut)
  return (
    <Ledger
      title={returned.length + paidOut.length > 0 ? 'Paid, less what went back' : 'Paid'}
      totalCents={remainingCents}
      isShown={byHand.length + online.length + returned.length + paidOut.length > 0}
    >
      {byHand.map(
        ({ id, amountCents, takenBackCents, how, receivedOn, recordedOn, recordedBy, ...payment }) => (
          <Line
            key={id}
            cents={amountCents - takenBackCents}
            note={
              <>
                {describeDetails(payment)}Recorded {recordedOn !== receivedOn && `on ${longDay(recordedOn)} `}
                by <bdi>{recordedBy}</bdi>
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
      {online.map(({ id, amountCents, on, how, dispute, replyBy, paid }) => (
        <Line key={id} cents={amountCents} note={dispute && describeDispute(dispute, replyBy)}>
          Paid {how}, <Unbroken>{longDay(on)}</Unbroken>
          <PaysFor places={paid} />
        </Line>
      ))}
      {returned.map((row) => (
        <Line
          key={row.id}
          cents={gone.includes(row) ? -row.amountCents : 0}
          note={pendingNote(row)}
          act={mayGiveBack && row.state === 'returned' && <CameBack {...row} />}
        >
          {returnedLabels[row.state] ?? 'Goes back'}
          {row.on && <Unbroken>{`, ${longDay(row.on)}`}</Unbroken>}, for <bdi>{row.firstName}</bdi>,{' '}
          {row.event}
        </Line>
      ))}
      {paidOut.map((row) => (
        <Line key={row.id} cents={-row.amountCents} act={mayGiveBack && <CameBack {...row} />}>
          Credit paid out{row.on && <Unbroken>{`, ${longDay(row.on)}`}</Unbroken>}
        </Line>
      ))}
    </Ledger>
  )
}

/** "Number 1204. Of a check for several families. " */
const describeDetails = ({
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

const returnedLabels: Record<string, string> = {
  done: 'Given back',
  returned: 'Given back by hand',
  repaid: 'Given back, and paid back by the family',
}

function describeDispute(dispute: 'open' | 'lost' | 'won', replyBy: string | null): string {
  if (dispute === 'won') return 'Disputed at the bank, which decided for us: won.'
  if (dispute === 'lost')
    return 'Disputed at the bank, which took it back: lost. Nothing of it goes back by itself.'
  const next = replyBy
    ? `reply until ${longDay(replyBy)} in the gateway’s control panel`
    : 'the bank has not decided yet'
  return `Disputed at the bank: ${next}. Nothing of it goes back by itself.`
}

const pendingNote = ({ state, amountCents }: Money['returned'][number]) =>
  returnedLabels[state] ? undefined : `${dollars(amountCents)} on its way`

const sumAmounts = (rows: { amountCents: number }[]) => sumCents(rows.map(({ amountCents }) => amountCents))

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

/** For a refund by hand that did not reach the family. */
const CameBack = ({ id, amountCents }: { id: string; amountCents: number }) => (
  <Form method="post" action="?form=came-back" preventScrollReset>
    <input type="hidden" name="refund" value={id} />
    <AskedButton
      size="small"
      variant="bare"
      verb="It did not arrive"
      question={`${dollars(amountCents)} did not arrive?`}
      consequence="It stands here as before it was given, and can be given again. The family is told by mail."
    />
  </Form>
)

type OpenProps = Money['open'][number] & { number: number; mayGiveBack: boolean; children: ReactNode }
type Open = Omit<OpenProps, 'number'> & { family: number }

/** An open amount of a given-up place, with its acts. */
const OpenLine = ({ number: family, children, ...open }: OpenProps) => (
  <Line
    cents={open.amountCents}
    act={
      <>
        {open.state === 'bounced' ? (
          <Repaid {...open} family={family} />
        ) : (
          open.mayGiveBack && <Returned {...open} family={family} />
        )}
        {open.mayGiveBack && (
          <ButtonLink size="small" variant="bare" to={`/desk/families/${family}/places/${open.id}`}>
            Money<span className="visually-hidden"> of the place of {open.firstName}</span>
          </ButtonLink>
        )}
      </>
    }
  >
    {children}
  </Line>
)

const WhyOwed = ({ firstName, event, amountCents, feeCents }: Money['open'][number]) =>
  feeCents >= amountCents ? (
    <>
      A fee for <bdi>{firstName}</bdi>, {event}, charged after the place was given up
    </>
  ) : (
    <>
      The check for <bdi>{firstName}</bdi>, {event} bounced after we had given it back
      {feeCents > 0 && `, and a fee of ${dollars(feeCents)}`}
    </>
  )

const Returned = ({ id, amountCents, family }: Pick<Open, 'id' | 'amountCents' | 'family'>) => (
  <ButtonLink size="small" variant="bare" to={`/desk/families/${family}/returned/${id}`}>
    We gave {dollars(amountCents)} back
  </ButtonLink>
)

const Repaid = ({
  id,
  amountCents,
  feeCents,
  family,
}: Pick<Open, 'id' | 'amountCents' | 'feeCents' | 'family'>) => (
  <ButtonLink size="small" variant="bare" to={`/desk/families/${family}/money?for=${id}`}>
    They paid {dollars(amountCents)}
    {feeCents < amountCents && ' back'}
  </ButtonLink>
)

const PaysFor = ({ places }: { places: { id: number; firstName: string; event: string }[] }) =>
  places.map(({ id, firstName, event }) => (
    <span key={id} className="line small">
      for <bdi>{firstName}</bdi>, {event}
    </span>
  ))
