import { adultAge, playerAccountAge } from '#people/people.ts'
import { PaymentHelpers } from './payment-helpers.tsx'
import type { PolicyFacts } from './policy-facts.server.ts'

/** In the order of the tables. */
export const Collected = ({ ways, hasRecaptcha }: PolicyFacts) => (
  <>
    <p>You can read about our sessions and our staff without telling us who you are. Otherwise:</p>
    <dl>
      <dt>Account</dt>
      <dd>
        Email address, password, your first and last name (and former ones, for receipts that bear them), and
        the first name, last name and phone number of a parent or emergency contact. Which liability release
        you accepted, when, how (here or on paper), and from which network address.
      </dd>
      <dt>Sign-ins</dt>
      <dd>
        When you logged in, and what your browser calls itself (“Firefox on Windows”): you see them too.
      </dd>
      <dt>Players</dt>
      <dd>
        First name, last name, birthday, skill level and, if you wish, a phone number; whom else we may call
        and who may collect the player, each with name, relation and phone number; whether photos may be
        shown, and when you said so.
      </dd>
      <dt>Care notes</dt>
      <dd>
        An allergy, a medicine, what else a coach must know, and what to do, if you write it down and agree
        that coaches read it. Who opened the note and when, which you see too.
      </dd>
      <dt>Registrations</dt>
      <dd>Who has a place in which session, since when, its price, and whether and how it was paid.</dd>
      <dt>Waiting lists</dt>
      <dd>
        Who waits for which session, since when, what place was offered until when, and how the waiting ended.
      </dd>
      <dt>Exceptions of age</dt>
      <dd>
        For which player you asked for a place in a session that is for another age, when, and whether and why
        we agreed.
      </dd>
      <dt>Payments by {ways}, and refunds</dt>
      <dd>
        Amount, time, the transaction's number, the kind of card with its last digits or the name of the
        PayPal or Venmo account that paid, why the bank declined, if it did, and whether it confirmed that it
        was you, where it was asked; and if a payment was denied at the bank later, or the card company's list
        says something else of it, that and what came of it. Never the card number, its code or its expiry
        date, nor what opens an account elsewhere.
      </dd>
      <dt>Payments by check, cash or Venmo transfer</dt>
      <dd>Amount, day, how it came, a note, and which volunteer recorded it.</dd>
      <dt>Receipts of these payments</dt>
      <dd>As we gave them: your name, the players and sessions, amounts and day.</dd>
      <dt>Gifts</dt>
      <dd>
        First name, last name, email address, mailing address, amount, day, cause, a phone number if you wish,
        and the receipt as we gave it.
      </dd>
      <dt>Meetings</dt>
      <dd>
        Who came, late or not, and who collected the player; what you said before; and what a coach notes of a
        meeting for the others, which may name a player.
      </dd>
      <dt>Messages to a session</dt>
      <dd>What our team wrote to the families of a session, and to which.</dd>
      <dt>Mails</dt>
      <dd>What we wrote to you, and whether it could be sent.</dd>
      <dt>Tries</dt>
      <dd>
        How often somebody logged in, signed up or gave from a network address, and how often cards were
        declined there, in an account or for the email of a guest, so that guessing of passwords and trying
        out of stolen cards stop early.
      </dd>
      <dt>Faults</dt>
      <dd>When something breaks, the server's log notes it, at times with what was just being saved.</dd>
    </dl>
    <p>
      {hasRecaptcha
        ? "Google's reCAPTCHA checks that no machine creates accounts or gives; see below."
        : 'That no machine creates accounts or gives is checked by a sum that your browser works out. It tells us nothing about you.'}
    </p>
  </>
)

export const Children = () => (
  <>
    <p>
      Most of our players are children. An account is made, and players are added to it, by a parent or
      another adult who is responsible for them. A player of {playerAccountAge} or older may hold an account
      of their own; it names an emergency contact. Until {adultAge} the player may give a parent's email too:
      that parent is told of the account, and we do not keep the address. Later the player may name a parent
      who gets copies of our mails about sessions and payments: they begin once that address has agreed.
    </p>
    <p>
      Of a child we store the name, the birthday and the skill level, because coaches group players by age and
      level, and a phone number if you give one. Contacts, a care note and photos are up to you. Coaches mark
      who came to a meeting and who left with whom; you see these marks and may say before that the player
      does not come. We ask for nothing else. A child's name never appears on a public page and is not given
      to the card company. You can change or delete it at any time.
    </p>
    <p>If a child has made an account without you, write to us and we delete it.</p>
  </>
)

export const Shared = (facts: PolicyFacts) => (
  <>
    <p>We sell nothing and lend nothing. These see a part of it, each for one purpose:</p>
    <dl>
      <dt>Our coaches and volunteers</dt>
      <dd>
        Who is in their session and whom to call in an emergency; who has paid. A care note is opened by the
        coaches of the player alone, around a meeting, and by whoever runs the registrations; each opening is
        kept and shown to you. A coach’s phone keeps the list of a meeting, sealed, for a court without
        signal, until log-out or 12 hours after the meeting.
      </dd>
      <dt>The card company</dt>
      <dd>
        {facts.gateway === 'local'
          ? 'This site is set up for trying out: its payments go to a test gateway of ours, and no money moves. '
          : facts.gateway === 'sandbox'
            ? 'This site is set up for trying out: its payments go to the test gateway of Braintree, and no money moves. '
            : 'Braintree, a service of PayPal. '}
        It gets the card from you, and the amount from us. If you save a card, it keeps it under a number that
        stands for your account.
      </dd>
      <PaymentHelpers {...facts} />
      <dt>Our mail provider</dt>
      <dd>It carries our mails to you, as any mail.</dd>
      {facts.hasRecaptcha && (
        <>
          <dt>Google reCAPTCHA</dt>
          <dd>
            Where you create an account or give, your browser loads a script from Google, which sees its
            network address and how the page is used, and tells us how likely you are a person.
          </dd>
        </>
      )}
      {facts.hasGooglePlaces && (
        <>
          <dt>Google Places</dt>
          <dd>
            What you type as a mailing address goes from our server to Google, to complete it. Google does not
            learn from us who you are.
          </dd>
        </>
      )}
      <dt>Courts of law</dt>
      <dd>What the law makes us show, and no more.</dd>
    </dl>
  </>
)
