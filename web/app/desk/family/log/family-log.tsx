import type { WholeFamily } from '#desk/family/family.server.ts'
import { capital } from '#desk/list-address.ts'
import { LogSubject } from '#desk/log/log-subject.tsx'
import { Chip } from '#ui/chip.tsx'
import { Unbroken } from '#ui/unbroken.tsx'

export function FamilyMails({ mails }: { mails: WholeFamily['mails'] }) {
  if (mails.length === 0) return null
  return (
    <section className="baseline" aria-labelledby="mails">
      <h2 id="mails">Mails</h2>
      <ul className="rows mails">
        {mails.map(({ id, subject, to, at, state }) => (
          <li key={id}>
            <div>
              <h3>{subject || 'Its words are erased.'}</h3>
              <p className="muted">
                <Unbroken>{at}</Unbroken>, to {to}
              </p>
            </div>
            {state === 'sent' && <Chip tone="paid">Sent</Chip>}
            {state === 'waiting' && <Chip tone="due">Waits</Chip>}
            {state === 'failing' && <Chip tone="out">Did not arrive</Chip>}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function FamilyLog({ log }: { log: WholeFamily['log'] }) {
  if (log.length === 0) return null
  return (
    <section className="baseline" aria-labelledby="log">
      <h2 id="log">Log</h2>
      <ul className="rows log-of-family">
        {log.map(({ id, at, by, what, sum, about, reason, words, isOwnFamily }) => (
          <li key={id}>
            <p>
              <b>{capital(what)}</b>
              {' by '}
              <bdi>{by}</bdi>
              {isOwnFamily && ', for the own family'}
              {reason && `: ${reason}`}
              {words && (
                <>
                  . “<bdi>{words}</bdi>”
                </>
              )}
              <LogSubject {...{ sum, about }} />
            </p>
            <p className="muted small">
              <Unbroken>{at}</Unbroken>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
