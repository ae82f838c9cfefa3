import { useEffect, useState } from 'react'
import { ApiProblem, callApi, NoAnswer } from '#platform/http/call-api.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import type { ageExceptions } from './age-exceptions.tables.ts'

export type FitCardProps = {
  player: { id: string; first_name: string }
  sessionId: number
  /** Omitted where the message is shown above already. */
  message?: string | undefined
}
type State = (typeof ageExceptions.$inferSelect)['state']
type Fit = {
  needs_birthday: boolean
  exception: State | null
  sessions: { event: string; text: string; path: string }[]
}

const exceptionMessages: Record<State, string> = {
  asked: 'We have asked the programme. You get a mail with the answer; no place is kept until then.',
  granted: 'The programme has agreed. Put the session into your cart again.',
  refused: 'The programme could not make an exception. Write to us if you have a question.',
}

/** Suggests sessions that fit, and asks for an exception. */
export function FitCard({ player, sessionId, message }: FitCardProps) {
  const [fit, setFit] = useState<Fit>()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')
  const { id, first_name: name } = player

  useEffect(() => {
    let isCurrent = true
    const pair = { player: { id }, eventSession: { id: sessionId } }
    callApi<Fit>('/fitting-sessions', pair).then(
      (answer) => isCurrent && setFit(answer),
      (fault) => setProblem(faultMessage(fault)),
    )
    return () => {
      isCurrent = false
    }
  }, [id, sessionId])

  async function ask() {
    setAsking(true)
    setProblem('')
    try {
      const pair = { player: { id }, eventSession: { id: sessionId } }
      const { exception } = await callApi<{ exception: State }>('/ask-for-exception', pair)
      if (fit) setFit({ ...fit, exception })
    } catch (fault) {
      setProblem(faultMessage(fault))
    } finally {
      setAsking(false)
    }
  }

  return (
    <Banner tone="due">
      <section className="stack fit-card" aria-label={`Sessions for ${name}`}>
        {message && <p>{message}</p>}
        {fit?.needs_birthday && (
          <p>
            <ButtonLink
              size="small"
              to={`/pages/family-players/${id}?field=birthday&next=${encodeURIComponent(location.pathname)}`}
            >
              Add the birthday of <bdi>{name}</bdi>
            </ButtonLink>
          </p>
        )}
        {fit && fit.sessions.length > 0 && (
          <div>
            <p>
              <b>
                {fit.sessions.length === 1 ? 'One' : 'Two'} for <bdi>{name}</bdi> now:
              </b>
            </p>
            <ul className="dots">
              {fit.sessions.map(({ event, text, path }) => (
                <li key={path}>
                  {/* A full page load: its form reads the choice from the address. */}
                  <a href={path}>{event}</a>, {text}
                </li>
              ))}
            </ul>
          </div>
        )}
        <p role="status">{fit?.exception && exceptionMessages[fit.exception]}</p>
        {problem && <p role="alert">{problem}</p>}
        {fit && !fit.exception && !fit.needs_birthday && (
          <p>
            <Button size="small" busy={isAsking} onClick={ask}>
              Ask the programme
            </Button>
          </p>
        )}
      </section>
    </Banner>
  )
}

function faultMessage(fault: unknown): string {
  if (fault instanceof ApiProblem) return fault.message
  if (fault instanceof NoAnswer) return 'We could not reach the site. Check your connection and try again.'
  throw fault
}
