import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useDeferredPart, useLazyPart } from '#ui/lazy-parts.ts'
import { useToast } from '#ui/toast.tsx'
import {
  type Choice,
  cartItem,
  missingFields,
  parseChoice,
  storeChoice,
  storedChoice,
  tryToAdd,
  tryToRegister,
} from './add-to-cart.ts'
import { PlayerField, SessionField } from './choice-fields.tsx'
import type { EventPageData } from './event-page.server.ts'
import { type BelowFull, SessionRows } from './session-rows.tsx'

const loadPlayerDialog = () => import('#people/players/player-dialog.tsx')
const loadFitCard = () => import('#registrations/fit/fit-card.tsx')

type Props = Pick<EventPageData, 'event' | 'groups' | 'players'> & {
  owner: string
  below: BelowFull
  /** Stands between the sessions and the fields. */
  children: ReactNode
}

/** Chooses a session and a player and puts both in the cart; where the event is free, registers at once. */
export function AddToCartForm({ event, groups, players, owner, below, children }: Props) {
  const toast = useToast()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [choice, setChoice] = useState<Choice>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isAdding, setAdding] = useState(false)
  const [inCart, setInCart] = useState<ReactNode>()
  const [misfit, setMisfit] = useState<(Choice & { message: string }) | undefined>()
  const [isDialogOpen, openDialog] = useState(false)
  const dialog = useLazyPart(loadPlayerDialog)
  const session = groups.flatMap((group) => group.sessions).find(({ id }) => id === choice.session)
  const isFree = event.priceCents === 0
  const choosePlayer = useNewPlayer(form, players, read)

  const openPlayerDialog = async () => openDialog(await dialog.bring())

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(restore, [])

  /**
   * On return through the browser's history the earlier choice is restored; a row may be tapped before the script runs.
   */
  function restore() {
    const { session, player } = storedChoice()
    const row = form.current?.querySelector<HTMLInputElement>('input:checked')
    set(form.current, 'session', row?.value ?? String(session))
    set(form.current, 'player', player)
    read()
  }

  /** The select alone is submitted; the rows write into it. */
  function change({ target }: FormEvent) {
    if (target instanceof HTMLInputElement) set(form.current, 'session', target.value)
    read()
  }

  function read() {
    if (!form.current) return
    const now = parseChoice(new FormData(form.current))
    setChoice(now)
    storeChoice(now)
    // A message disappears when its field is filled, not on submit, so that nothing moves under the finger.
    setProblems((shown) =>
      Object.fromEntries(Object.entries(shown).filter(([name]) => missingFields(now)[name])),
    )
  }

  async function add(submitted: FormEvent) {
    submitted.preventDefault()
    if (isAdding) return
    const wrong = missingFields(choice)
    setProblems(wrong)
    const [first] = Object.keys(wrong)
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    const player = players.find(({ id }) => id === choice.player)
    const item = session && player && cartItem(owner, event, session, player)
    setAdding(true)
    const { text, page, note, misfit, ...options } = await (isFree ? tryToRegister : tryToAdd)(item)
    setAdding(false)
    if (page) return form.current && navigate(page)
    setMisfit(misfit ? { ...choice, message: text } : undefined)
    toast(text, options)
    if (options.tone) return
    setInCart(
      <>
        <bdi>{player?.first_name}</bdi>, Session {session?.number} is in your cart. {note}
      </>,
    )
  }

  function addAnother() {
    const select = findSelect(form.current, 'player')
    if (!select) return
    select.value = ''
    select.focus()
    read()
  }

  const isFirst = players.length === 0
  const [verb, doing] = isFree ? ['Register', 'Registering'] : ['Add to cart', 'Adding']
  const addButton = (
    <Button key="add" type="submit" variant={isFirst ? 'outline' : 'ball'} wide busy={isAdding}>
      {isAdding ? doing : verb}
    </Button>
  )

  return (
    <>
      <form className="stack" ref={form} onSubmit={add} onChange={change} noValidate>
        <fieldset className="stack" aria-label="Sessions to choose from">
          <SessionRows groups={groups} choice={{ session: session?.id ?? 0 }} below={below} />
        </fieldset>
        {children}
        <div className="add-form awaits-script">
          <SessionField groups={groups} problem={problems.session} />
          <PlayerField players={players} problem={problems.player} onNew={openPlayerDialog} />
          <div className="bottom-bar">
            <p>
              <b>{event.price}</b>
              <span>{session ? `Session ${session.number}` : 'No session yet'}</span>
            </p>
            {isFirst ? (
              <Button key="first" variant="ball" wide onClick={openPlayerDialog}>
                Add your first player
              </Button>
            ) : (
              addButton
            )}
          </div>
          {isFirst && addButton}
          {misfit && misfit.session === choice.session && misfit.player === choice.player && (
            <Misfit {...misfit} players={players} />
          )}
          <div className="in-cart">
            <p role="status">{inCart}</p>
            <ButtonLink to="/pages/cart">View cart</ButtonLink>
            {inCart && <Button onClick={addAnother}>Add another player</Button>}
          </div>
        </div>
      </form>
      {isDialogOpen && dialog.part && (
        <dialog.part.PlayerDialog
          open
          onClose={() => openDialog(false)}
          onSaved={(player, message) => {
            toast(message)
            return choosePlayer(player.id)
          }}
        />
      )}
    </>
  )
}

function Misfit({
  session,
  player,
  message,
  players,
}: Choice & { message: string } & Pick<Props, 'players'>) {
  const part = useDeferredPart(loadFitCard)
  const known = players.find(({ id }) => id === player)
  if (!part || !session || !known) return null
  return <part.FitCard key={`${session} ${player}`} player={known} sessionId={session} message={message} />
}

/** Revalidates the page, then selects the player who was added. */
function useNewPlayer(
  form: RefObject<HTMLFormElement | null>,
  players: Props['players'],
  chosen: () => void,
) {
  const { revalidate } = useRevalidator()
  const [added, setAdded] = useState<string>()
  useEffect(() => {
    if (!added || !players.some(({ id }) => id === added)) return
    set(form.current, 'player', added)
    setAdded(undefined)
    chosen()
    // The "first player" button unmounts with its press, and focus with it.
    if (document.activeElement === document.body) findSelect(form.current, 'session')?.focus()
  }, [added, players, form, chosen])
  return (id: string) => {
    setAdded(id)
    return revalidate()
  }
}

/** A disabled option is not selected again. */
function set(form: HTMLFormElement | null, name: string, value: string | undefined) {
  const select = findSelect(form, name)
  if (!select) return
  const isOffered = [...select.options].some((option) => option.value === value && !option.disabled)
  if (value && isOffered) select.value = value
}

function findSelect(form: HTMLFormElement | null, name: string) {
  const select = form?.elements.namedItem(name)
  return select instanceof HTMLSelectElement ? select : undefined
}
