import UserPlus from 'lucide-react/icons/user-plus'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/fields/field.tsx'
import type { EventPageData } from './event-page.server.ts'

type Problem = { problem: string | undefined }

/** Without the script, the form is submitted to this page as a search query. */
export function SessionField({ groups, problem }: Pick<EventPageData, 'groups'> & Problem) {
  const [search] = useSearchParams()
  return (
    <SelectField
      label="Session"
      name="session"
      required
      problem={problem}
      defaultValue={search.get('session') || (search.get('row') ?? '')}
    >
      <option value="">Choose a session</option>
      {groups.map((group) => (
        <optgroup key={group.name} label={group.name || 'Sessions'}>
          {group.sessions.map((session) => (
            <option key={session.id} value={session.id} disabled={session.isShut}>
              {session.text}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}

export function PlayerField(props: Pick<EventPageData, 'players'> & Problem & { onNew: () => void }) {
  const addPlayer = (
    <Button variant="bare" icon={<UserPlus aria-hidden size="1.25em" />} onClick={props.onNew}>
      Add a new player
    </Button>
  )
  const [search] = useSearchParams()
  return (
    <SelectField
      label="Player"
      name="player"
      required
      problem={props.problem}
      labelAction={addPlayer}
      defaultValue={search.get('player') ?? ''}
    >
      <option value="">Choose a player</option>
      {props.players.map((player) => (
        <option key={player.id} value={player.id}>
          {player.first_name} {player.last_name}
        </option>
      ))}
    </SelectField>
  )
}
