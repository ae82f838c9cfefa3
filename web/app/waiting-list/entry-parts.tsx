import type { ReactNode } from 'react'
import { Form, Link, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { HeldFor } from '#checkout/held-for.tsx'
import { addToCart, maxCartItems, removeFromCart } from '#registrations/cart.ts'
import { bothOrNeither, StandingInLine } from '#registrations/waiting/standing-in-line.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { EntryView } from './entry-view.ts'
import { waitingListPath } from './waiting-list.ts'

type OfferProps = {
  entry: EntryView
  owner: string
  clock: { timeZone: string; now: number }
  /** The idempotency key of a registration from here. */
  attempt: string
  isFirst: boolean
}

export function Offered({ entry, owner, clock, attempt, isFirst }: OfferProps) {
  const { offer, event, session } = entry
  const isOne = offer.items.length === 1
  return (
    <article className="box offer" aria-labelledby={`offer-${entry.id}`}>
      <div className="box-head on-surround">
        <div>
          <h3 id={`offer-${entry.id}`}>{event.name}</h3>
          <p>
            <Unbroken>{session}</Unbroken>
          </p>
        </div>
      </div>
      <div className="box-body stack">
        <p>{entry.description}</p>
        {offer.items.length > 0 && (
          <>
            <p>
              <b>
                {isOne ? 'A place' : `${offer.items.length} places`} for <bdi>{offer.names}</bdi>
              </b>
            </p>
            <HeldFor {...clock} seconds={offer.seconds} over="The time of this offer is over." />
          </>
        )}
        {offer.registered && (
          <p>
            <bdi>{offer.registered}</bdi> has a place already.
          </p>
        )}
        {offer.paying && (
          <p>
            The place of <bdi>{offer.paying}</bdi> is being paid in another window.
          </p>
        )}
        {offer.items.length > 1 && <p>You can leave one of them out in your cart.</p>}
        {offer.items.length > 0 && (
          <WithConfirmation
            entry={entry}
            word="Decline"
            question={declineQuestion(entry)}
            keep="Keep the offer"
          >
            {offer.isFree ? (
              <AnswerForm
                entry={entry}
                act="register"
                attempt={attempt}
                variant={isFirst ? 'ball' : 'outline'}
              >
                Accept and register
              </AnswerForm>
            ) : (
              <Accept entry={entry} owner={owner} isFirst={isFirst} />
            )}
          </WithConfirmation>
        )}
      </div>
    </article>
  )
}

const declineQuestion = ({ offer }: EntryView) =>
  `Decline for ${offer.names}? What you were offered goes to the next family, and you leave the list.`

/** Puts the children into this browser's cart and opens the checkout. */
function Accept({ entry, owner, isFirst }: Pick<OfferProps, 'entry' | 'owner' | 'isFirst'>) {
  const navigate = useNavigate()
  const toast = useToast()
  async function accept() {
    for (const item of entry.offer.items.map((item) => ({ ...item, owner }))) {
      // Replaces one that was put there at an earlier price.
      removeFromCart(item)
      if (addToCart(item) === 'too-many')
        return toast(`A cart takes ${maxCartItems} sessions. Check out, then accept.`, {
          tone: 'bad',
          ms: 10_000,
        })
    }
    await navigate('/pages/checkout')
  }
  return (
    <>
      <Button variant={isFirst ? 'ball' : 'outline'} className="awaits-script" onClick={accept}>
        Accept
        <span className="visually-hidden"> for {entry.offer.names}</span>
      </Button>
      <p className="without-script">Accepting needs JavaScript: turn it on, or write or call us.</p>
    </>
  )
}

export function InLine({ entry, isFirst }: { entry: EntryView; isFirst: boolean }) {
  return (
    <li className="stack">
      <Title entry={entry} />
      <p>
        For <bdi>{entry.names}</bdi>. {entry.size > 1 && bothOrNeither(entry.size)}
      </p>
      <StandingInLine {...entry.standing} />
      <WithConfirmation
        entry={entry}
        word="Leave the list"
        question={`Leave the list for ${entry.names}? You give up your turn.`}
        keep="Stay in line"
      >
        {entry.canTake && (
          <AnswerForm entry={entry} act="take" variant={isFirst ? 'ball' : 'outline'}>
            Take it
          </AnswerForm>
        )}
      </WithConfirmation>
    </li>
  )
}

export function Ended({ entry }: { entry: EntryView }) {
  return (
    <li className="stack">
      <Title entry={entry} />
      <p>
        For <bdi>{entry.names}</bdi>. {entry.ended}
      </p>
      {entry.canStandAgain && (
        <AnswerForm entry={entry} act="stand again">
          To the end of the list
        </AnswerForm>
      )}
    </li>
  )
}

const Title = ({ entry: { event, session, description } }: { entry: EntryView }) => (
  <div>
    <h3>
      <Link to={event.path}>{event.name}</Link>
    </h3>
    <p className="muted">
      <Unbroken>{session}</Unbroken> · {description}
    </p>
  </div>
)

type ConfirmationProps = {
  entry: EntryView
  word: string
  question: string
  keep: string
  children: ReactNode
}

/** A confirmation by the page's address, so that it works without script. */
function WithConfirmation({ entry, word, question, keep, children }: ConfirmationProps) {
  const [search] = useSearchParams()
  if (search.get('leave') !== String(entry.id))
    return (
      <div className="row">
        {children}
        <ButtonLink to={`${waitingListPath}?leave=${entry.id}`}>
          {word}
          <span className="visually-hidden">
            {' '}
            {entry.names}, {entry.event.name}
          </span>
        </ButtonLink>
      </div>
    )
  return (
    <section className="stack" aria-label={word}>
      <p>
        <b>{question}</b>
      </p>
      <div className="row">
        <AnswerForm entry={entry} act="leave" variant="danger">
          {word}
        </AnswerForm>
        <ButtonLink to={waitingListPath}>{keep}</ButtonLink>
      </div>
    </section>
  )
}

type AnswerProps = {
  entry: EntryView
  act: 'leave' | 'take' | 'stand again' | 'register'
  attempt?: string
  variant?: 'ball' | 'outline' | 'danger'
  children: string
}

function AnswerForm({ entry, act, attempt, variant = 'outline', children }: AnswerProps) {
  const { state, formData } = useNavigation()
  const isBusy =
    state !== 'idle' && formData?.get('entry') === String(entry.id) && formData?.get('act') === act
  return (
    <Form method="post" action={waitingListPath}>
      <input type="hidden" name="entry" value={entry.id} />
      <input type="hidden" name="act" value={act} />
      {attempt && <input type="hidden" name="key" value={attempt} />}
      <Button type="submit" variant={variant} busy={isBusy}>
        {children}
        <span className="visually-hidden">
          {' '}
          for {entry.names}, {entry.event.name}
        </span>
      </Button>
    </Form>
  )
}
