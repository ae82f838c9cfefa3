import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { SessionView } from '#events/events.ts'
import { withNext } from '#people/sign-in/login-address.ts'
import { useLogin } from '#people/sign-in/use-login.ts'
import { formatList } from '#platform/format/format-list.ts'
import { ApiProblem } from '#platform/http/call-api.ts'
import type { EventPageData } from '#registrations/event-page/event-page.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CheckField } from '#ui/fields/field.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { useToast } from '#ui/toast.tsx'
import { bothOrNeither, joinedMessage, StandingInLine, waitingExplanation } from './standing-in-line.tsx'
import { joinWaitingList, type NotJoined, notJoined, readWaiting, type Waiting } from './waiting-calls.ts'
import './waiting.css'

export const withWaiting = async () => ({ WaitForIt, waiting: await readWaiting() })

type Player = EventPageData['players'][number]
type Props = {
  session: SessionView
  players: Player[]
  waiting: Waiting[]
}

function WaitForIt({ session, players, waiting }: Props) {
  const [isOpen, open] = useState(false)
  const [added, setAdded] = useState<Waiting[]>([])
  const entries = [...waiting, ...added].filter(({ sessionId }) => sessionId === session.id)
  const free = players.filter(({ id }) => !entries.some(({ personIds }) => personIds.includes(id)))
  const toast = useToast()

  function joined(entry: Waiting) {
    setAdded([...added, entry])
    open(false)
    toast(joinedMessage(namesIn(entry, players), entry), { ms: 5000 })
  }
  return (
    <div className="wait stack">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} players={players} />
      ))}
      {free.length > 0 && (
        <Button size="small" onClick={() => open(true)}>
          {entries.length > 0 ? 'Wait for another place' : 'Wait for it'}
          <span className="visually-hidden">, Session {session.number}</span>
        </Button>
      )}
      {players.length === 0 && (
        <ButtonLink to="/pages/family-players" size="small">
          Add a player to wait for it
        </ButtonLink>
      )}
      {isOpen && (
        <JoinDialog session={session} players={free} onClose={() => open(false)} onJoined={joined} />
      )}
    </div>
  )
}

const namesIn = ({ personIds }: Waiting, players: Player[]) =>
  players.filter(({ id }) => personIds.includes(id)).map(({ first_name }) => first_name)

function Entry({ entry, players }: { entry: Waiting; players: Player[] }) {
  const names = namesIn(entry, players)
  return (
    <section className="waits stack" aria-label={`Waiting list: ${formatList(names)}`}>
      <p>
        <bdi>{formatList(names)}</bdi> {names.length > 1 ? 'wait, both or neither' : 'waits'}
      </p>
      {entry.isOffered ? (
        <ButtonLink to="/pages/waiting-list" size="small">
          Accept or decline your offer
        </ButtonLink>
      ) : (
        <>
          <StandingInLine {...entry} />
          <p className="muted">{waitingExplanation}</p>
          <p className="row">
            <Link to="/pages/waiting-list">Your waiting list</Link>
            <Link to={`/pages/waiting-list?leave=${entry.id}`}>Leave the list</Link>
          </p>
        </>
      )}
    </section>
  )
}

type Joining = Omit<Props, 'waiting'> & { onClose: () => void; onJoined: (entry: Waiting) => void }

function JoinDialog({ session, players, onJoined, onClose }: Joining) {
  const only = players.length === 1 ? players : []
  const [chosen, choose] = useState(() => only.map(({ id }) => id))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<NotJoined>()
  const logIn = useLogin()
  const { pathname } = useLocation()

  async function join(submitted: FormEvent) {
    submitted.preventDefault()
    if (busy) return
    if (chosen.length === 0) return setProblem({ message: 'Choose who waits for it.', isUnsigned: false })
    setBusy(true)
    try {
      onJoined(await joinWaitingList(session.id, chosen))
    } catch (refusal) {
      if (refusal instanceof ApiProblem && refusal.code === 'signed-out') await logIn()
      else setProblem(notJoined(refusal))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={`Wait for Session ${session.number}`} open onClose={onClose}>
      <form className="stack" onSubmit={join} noValidate>
        <fieldset className="stack">
          <legend>Who waits for a place?</legend>
          {players.map(({ id, first_name, last_name }) => (
            <CheckField
              key={id}
              name="players"
              value={id}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                choose(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
              label={
                <bdi>
                  {first_name} {last_name}
                </bdi>
              }
            />
          ))}
        </fieldset>
        <p role="status">{chosen.length > 1 && <b>{bothOrNeither(chosen.length)}</b>}</p>
        <p>{waitingExplanation} It costs nothing to wait.</p>
        {problem && (
          <Banner tone="bad" focus={problem}>
            <p>{problem.message}</p>
            {problem.isUnsigned && (
              <p>
                <Link to={withNext('/pages/release', pathname)}>Read and sign the release</Link>
              </p>
            )}
          </Banner>
        )}
        <p className="row">
          <Button type="submit" variant="ball" busy={busy}>
            {busy ? 'Joining' : 'Join the list'}
          </Button>
          <Button onClick={onClose}>Not now</Button>
        </p>
      </form>
    </Dialog>
  )
}
