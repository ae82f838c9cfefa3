import { useEffect, useRef } from 'react'
import { href, useFetcher } from 'react-router'
import { PlayerFields } from '#people/fields.tsx'
import { playerFields } from '#people/people.ts'
import { LoginElsewhere } from '#people/sign-in/login-elsewhere.tsx'
import { useChecks } from '#people/sign-in/use-checks.ts'
import type { PersonReply } from '#people/sign-in/user.server.ts'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { Button } from '#ui/button.tsx'
import { Refused } from '#ui/refused.tsx'

export type Player = Pick<
  PersonReply,
  'id' | 'first_name' | 'last_name' | 'phone' | 'birthday' | 'skill_level'
>
export type PlayerAnswer = FormReply & { saved?: PersonReply }

type Props = {
  player?: Player | undefined
  /** The reply to a form sent without script. */
  answer?: PlayerAnswer | undefined
  /** The next page of a form sent without script. */
  next?: string
  onSaved: (player: Player) => void
}

/** Adds a player, or changes `player`. */
export function PlayerForm({ player, answer: first, next, onSaved }: Props) {
  const fetcher = useFetcher<PlayerAnswer>()
  const answer = fetcher.data ?? first
  const checks = useChecks(playerFields, answer?.problems)
  const isSaving = fetcher.state !== 'idle'
  useOnceFor(isSaving ? undefined : answer?.saved, onSaved)
  const values = answer?.values ?? (player && { ...player })
  const search = next ? `?next=${encodeURIComponent(next)}` : ''
  return (
    <fetcher.Form
      method="post"
      action={href('/pages/family-players/:playerId', { playerId: player?.id ?? 'new' }) + search}
      className="stack"
      {...checks.form}
    >
      <Refused reply={answer}>{answer?.refused?.code === 'signed-out' && <LoginElsewhere />}</Refused>
      <PlayerFields values={values} problems={checks.problems} />
      <Button type="submit" variant="ball" busy={isSaving}>
        {isSaving ? 'Saving' : player ? 'Save' : 'Add player'}
      </Button>
    </fetcher.Form>
  )
}

function useOnceFor<Value>(value: Value | undefined, notify: (value: Value) => void) {
  const notified = useRef<Value>(undefined)
  useEffect(() => {
    if (!value || notified.current === value) return
    notified.current = value
    notify(value)
  }, [value, notify])
}
