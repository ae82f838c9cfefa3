import UserPlus from 'lucide-react/icons/user-plus'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { useToast } from '#ui/toast.tsx'
import { type Choice, cartItem, choiceIn, problemsOf, tryToAdd } from './add-to-cart.ts'
import type { EventPageData } from './event.route.tsx'

const PlayerDialog = lazy(() =>
  import('#people/player-dialog.tsx').then((module) => ({ default: module.PlayerDialog })),
)

type Props = Pick<EventPageData, 'event' | 'groups' | 'players'> & { owner: string }

/** Chooses a session and a player and puts both in the cart. */
export function AddToCartForm({ event, groups, players, owner }: Props) {
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
  const [choice, setChoice] = useState<Choice>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isAdding, setAdding] = useState(false)
  const sessions = groups.flatMap((group) => group.sessions)
  const session = sessions.find(({ id }) => id === choice.session)

  // A browser that comes back to the page may have kept what was chosen before.
  useEffect(read, [])

  function read() {
    if (!form.current) return
    const now = choiceIn(new FormData(form.current))
    setChoice(now)
    // A message goes when its field is filled, not when the button is pressed: nothing moves under the finger.
    setProblems((shown) =>
      Object.fromEntries(Object.entries(shown).filter(([name]) => problemsOf(now)[name])),
    )
  }

  async function add(submitted: FormEvent) {
    submitted.preventDefault()
    if (isAdding) return
    const wrong = problemsOf(choice)
    setProblems(wrong)
    const player = players.find(({ id }) => id === choice.player)
    const [first] = Object.keys(wrong)
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    setAdding(true)
    const { text, ...options } = await tryToAdd(session && player && cartItem(owner, event, session, player))
    setAdding(false)
    toast(text, options)
  }

  return (
    <form className="add-form" ref={form} onSubmit={add} onChange={read} noValidate>
      <SelectField label="Session" name="session" required problem={problems.session}>
        <option value="">Choose a session</option>
        {groups.map((group) => (
          <optgroup key={group.name} label={group.name || 'Sessions'}>
            {group.sessions.map((one) => (
              <option key={one.id} value={one.id} disabled={one.isFull}>
                {one.isFull ? `${one.text} – Full` : one.text}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <PlayerField players={players} problem={problems.player} onAdded={read} />
      <div className="bottom-bar">
        <p className="chosen">
          <b>{event.price}</b>
          <span>{session ? `Session ${session.number}` : 'No session yet'}</span>
        </p>
        <Button type="submit" variant="ball" wide busy={isAdding}>
          {isAdding ? 'Adding' : 'Add to cart'}
        </Button>
      </div>
      <ButtonLink to="/pages/cart">View cart</ButtonLink>
    </form>
  )
}

/** The family's players; a new one is made in a dialog and chosen at once. */
function PlayerField({
  players,
  problem,
  onAdded,
}: Pick<Props, 'players'> & { problem?: string; onAdded: () => void }) {
  const toast = useToast()
  const revalidator = useRevalidator()
  const select = useRef<HTMLSelectElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [added, setAdded] = useState<string>()

  useEffect(() => {
    if (!added || !select.current || !players.some(({ id }) => id === added)) return
    select.current.value = added
    setAdded(undefined)
    onAdded()
  }, [added, players, onAdded])

  async function saved(player: { id: string }, message: string) {
    setOpen(false)
    toast(message)
    await revalidator.revalidate()
    setAdded(player.id)
  }

  const addPlayer = (
    <Button
      variant="bare"
      size="small"
      icon={<UserPlus aria-hidden size="1.25em" />}
      onClick={() => setOpen(true)}
    >
      Add a new player
    </Button>
  )
  return (
    <>
      <SelectField
        label="Player"
        name="player"
        required
        problem={problem}
        labelAction={addPlayer}
        ref={select}
      >
        <option value="">Choose a player</option>
        {players.map((player) => (
          <option key={player.id} value={player.id}>
            {player.first_name} {player.last_name}
          </option>
        ))}
      </SelectField>
      {isOpen && (
        <Suspense>
          <PlayerDialog open onClose={() => setOpen(false)} onSaved={saved} />
        </Suspense>
      )}
    </>
  )
}
