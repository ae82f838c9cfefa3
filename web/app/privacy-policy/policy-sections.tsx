import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { retention } from '#platform/retention.ts'
import { Children, Collected, Shared } from './policy-collected.tsx'
import type { PolicyFacts } from './policy-facts.server.ts'

type Section = { id: string; title: string; body: ReactNode }

export function policySections(facts: PolicyFacts): Section[] {
  return [
    { id: 'short', title: 'In short', body: <InShort /> },
    { id: 'collected', title: 'Information we collect', body: <Collected {...facts} /> },
    { id: 'children', title: 'Children', body: <Children /> },
    { id: 'shared', title: 'Who else sees it', body: <Shared {...facts} /> },
    { id: 'control', title: 'Your control', body: <Control {...facts} /> },
    { id: 'kept', title: 'How long we keep it', body: <Retention /> },
    { id: 'security', title: 'Security', body: <Security {...facts} /> },
    { id: 'cookies', title: 'Cookies', body: <Cookies {...facts} /> },
    { id: 'contact', title: 'Contact', body: <Contact {...facts} /> },
  ]
}

const InShort = () => (
  <ul className="dots">
    <li>We store what we need to run sessions, to take payments and to reach you. Nothing is sold.</li>
    <li>There are no advertisements here and nobody counts your visits.</li>
    <li>Card numbers, and passwords of PayPal or anybody else, never reach us.</li>
    <li>Your family is seen by nobody but you, our volunteers, and the helpers named below.</li>
    <li>You can change what your account says, and delete the account, without asking anybody.</li>
  </ul>
)

function Control({ programme: { email } }: PolicyFacts) {
  return (
    <ul className="dots">
      <li>
        <b>See and change it.</b> Your players are under{' '}
        <Link to="/pages/family-players">Family players</Link>, with their contacts, care notes and photos;
        your contact is under <Link to="/pages/emergency-contact">Emergency contact</Link>, your payments
        under <Link to="/pages/registration-history">Registration history</Link>.
      </li>
      <li>
        <b>Delete a player.</b> A player who is not registered for a session is deleted at once. Sessions that
        the player had left before stay in our books, and on your receipts, as those of a “Deleted player”.
      </li>
      <li>
        <b>Delete your account</b> under <Link to="/pages/account">Account settings</Link>. Names, phone
        numbers, birthdays, contacts, care notes, email address, password, saved cards and PayPal accounts,
        your receipts and the mails that we wrote to you are deleted at once; if we owe you money, when it
        went back to you. What was paid, and for which session, stays in our books without your name and
        without that of a PayPal or Venmo account.
      </li>
      <li>
        <b>Gifts</b> that were given while logged in stay in our books too, without your name: save their
        receipts before you delete the account.
      </li>
      <li>
        <b>A copy</b> of all that we store is the file under “Download my data” in the{' '}
        <Link to="/pages/account">Account settings</Link>. Only coaches’ notes of a meeting are not in it:
        they may name other children. Ask us, and a person answers.
      </li>
      <li>
        <b>A correction, a question:</b> write to <a href={`mailto:${email}`}>{email}</a>.
      </li>
    </ul>
  )
}

const Retention = () => (
  <dl>
    <dt>Account, players, emergency contact</dt>
    <dd>
      Until you delete them. When nobody has logged in, and no player was registered, for{' '}
      {retention.inactiveYears} years, we write to you, and delete the account {retention.noticeDays} days
      later if nobody logs in. As long as we owe you money, or a player has a place in a session to come, the
      account stays.
    </dd>
    <dt>Contacts of a player, and whether photos may be shown</dt>
    <dd>Until you remove them, or delete the player or the account.</dd>
    <dt>A care note</dt>
    <dd>
      {retention.careNoteDays} days after the player's last meeting; its page names the day, and we write to
      you {retention.careNoteNoticeDays} days before. If you keep it longer there,{' '}
      {retention.renewedCareNoteDays} days from then on. You can erase it at any time. Who read it stays as
      long as the player.
    </dd>
    <dt>Who came to a meeting and left with whom, what you said before, and messages to a session</dt>
    <dd>
      {retention.sessionRecordsYears} years after the last day of the session. What tells who came goes with
      the player, too.
    </dd>
    <dt>Waiting lists</dt>
    <dd>
      {retention.waitingListDays} days after the first day of the session; with the player or the account, if
      you delete it before. What we said of a session of another age goes with the player.
    </dd>
    <dt>Coaches’ notes of a meeting</dt>
    <dd>{retention.sessionRecordsYears} years after the last day of the session.</dd>
    <dt>An invitation to help us</dt>
    <dd>
      Until it is taken; one that is not, {retention.expiredInvitationDays} days after its link has ended.
    </dd>
    <dt>A parent's address that the holder of a player account gave</dt>
    <dd>
      Until the holder removes it or deletes the account; {retention.guardianDays} days where the parent did
      not confirm it.
    </dd>
    <dt>An account that was never activated</dt>
    <dd>{retention.neverActivatedDays} days after we mailed the last activation link.</dd>
    <dt>Registrations, orders, payments, refunds</dt>
    <dd>
      For good, as our books. Once the account is deleted, without a name, also of a PayPal or Venmo account.
    </dd>
    <dt>Receipts of payments</dt>
    <dd>Until you delete the account, as we gave them; of a deleted player without the name.</dd>
    <dt>Gifts and their receipts</dt>
    <dd>
      For good, with name and address and what paid, as our books. Once the account is deleted, without names,
      addresses and what a PayPal or Venmo account is called. The link to the receipt of a gift without an
      account opens it for {retention.receiptLinkDays} days.
    </dd>
    <dt>A picture of a coach</dt>
    <dd>
      While it is on the site, and then until the season is changed once more, or while a draft of the season
      names it.
    </dd>
    <dt>A sign-in</dt>
    <dd>{retention.signInDays} days, or until you log out.</dd>
    <dt>Links that we mail</dt>
    <dd>
      An activation link {retention.activationHours} hours, one for a new email address{' '}
      {retention.emailChangeHours} hours, one for a new password {retention.resetHours} hours, one that opens
      an account that we made for you {retention.welcomeDays} days.
    </dd>
    <dt>Mails that we wrote</dt>
    <dd>
      What they say, {retention.mailTextDays} days after they were sent, and with a link that opens an account
      no longer than until then; that they were sent, {retention.mailDays} days. One that cannot be sent,{' '}
      {retention.mailDays} days after it was written. Those of your account go with it. When you delete a
      player, those that were sent go, and those that name the player.
    </dd>
    <dt>Messages of the card company</dt>
    <dd>
      {retention.notificationDays} days: what kind it was, when, and the number of the payment; no name.
    </dd>
    <dt>Backups</dt>
    <dd>
      At most {retention.backupDays} days. They are locked with a key, and opened only when something was
      lost; an account that was deleted since is then deleted again. For that we keep, locked alike and for as
      long, the random number that stood for its family.
    </dd>
    <dt>Counts of tries, by network address</dt>
    <dd>At most {retention.tryDays + 1} days.</dd>
  </dl>
)

function Security({ isSecure }: PolicyFacts) {
  return (
    <ul className="dots">
      <li>Passwords are stored scrambled (Argon2id): we cannot read them, and cannot tell you yours.</li>
      <li>Sign-ins and mailed links are stored as fingerprints, so that a stolen list opens nothing.</li>
      {isSecure && <li>Everything between your browser and us is encrypted.</li>}
      <li>Card fields come from the card company and stand in frames that our pages cannot read.</li>
      <li>Our pages run no script of anybody else's but those named here, and your browser is told so.</li>
      <li>Each page and each call looks up whose it is: nobody can open the pages of another family.</li>
    </ul>
  )
}

function Cookies({ hasPayPal, hasGooglePay, asksBanks, hasRecaptcha }: PolicyFacts) {
  const setters = [
    ...(hasPayPal ? ['PayPal'] : []),
    ...(hasGooglePay ? ['Google'] : []),
    ...(asksBanks ? ['the bank of your card'] : []),
  ]
  return (
    <>
      <p>
        We set one cookie, <b>sign-in</b>, when you log in. It holds a random number that tells us that it is
        you, lasts {retention.signInDays} days, and goes when you log out. No script can read it. Without it
        the site cannot know you; browsing and giving need none.
      </p>
      <p>
        Your browser itself keeps the <b>cart</b> (in its local storage, not in a cookie): session, price, and
        the names of the players in it, so that it is there when you come back. It stays on this device until
        you check out, remove it, log out, or clear your browser. What you fill in to give stays filled in,
        without the card, when you leave the page for an app or the gift does not go through, until you give,
        log out or close the tab.
      </p>
      {setters.length > 0 && (
        <p>On the pages where you can pay, {setters.join(' and ')} may set cookies of their own.</p>
      )}
      {hasRecaptcha && (
        <p>
          On the pages where you create an account or give, Google's reCAPTCHA may set cookies of its own.
        </p>
      )}
      <p>There are no cookies for statistics or advertising.</p>
    </>
  )
}

function Contact({ programme: { name, email, phone, addressLines } }: PolicyFacts) {
  return (
    <>
      <p>For every question about this notice, and for what you want seen, changed or deleted:</p>
      <address>
        <b>{name}</b>
        {addressLines.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <a href={`mailto:${email}`}>{email}</a>
        {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
      </address>
    </>
  )
}
