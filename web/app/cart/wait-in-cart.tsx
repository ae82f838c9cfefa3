import { useState } from 'react'
import { Link } from 'react-router'
import { withNext } from '#people/sign-in/login-address.ts'
import { useLogin } from '#people/sign-in/use-login.ts'
import { formatList } from '#platform/format/format-list.ts'
import { ApiProblem } from '#platform/http/call-api.ts'
import { type CartItem, removeObtained } from '#registrations/cart.ts'
import { bothOrNeither, joinedMessage, waitingExplanation } from '#registrations/waiting/standing-in-line.tsx'
import {
  joinWaitingList,
  type NotJoined,
  notJoined,
  type Waiting,
} from '#registrations/waiting/waiting-calls.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { useToast } from '#ui/toast.tsx'

type Props = {
  /** Of one full session. */
  items: [CartItem, ...CartItem[]]
  onClose: () => void
}

/** Joins the waiting list and removes these items from the cart. */
export default function WaitDialog({ items, onClose }: Props) {
  const [{ owner, event, eventSession }] = items
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<NotJoined>()
  const logIn = useLogin()
  const toast = useToast()
  const names = toFirstNames(items)

  async function join(parties: CartItem[][]) {
    if (busy) return
    setBusy(true)
    const joined: { party: CartItem[]; entry: Waiting }[] = []
    try {
      for (const party of parties)
        joined.push({ party, entry: await joinWaitingList(eventSession.id, party.map(toPersonId)) })
      onClose()
    } catch (refusal) {
      if (refusal instanceof ApiProblem && refusal.code === 'signed-out') await logIn()
      else setProblem(notJoined(refusal))
    } finally {
      setBusy(false)
      for (const { party, entry } of joined) toast(joinedMessage(toFirstNames(party), entry), { ms: 5000 })
      removeObtained(
        owner,
        joined.flatMap(({ party }) => party.map(toPlace)),
      )
    }
  }

  return (
    <Dialog title={`Wait for ${event.name}?`} open onClose={onClose}>
      <p>
        <bdi>{formatList(names)}</bdi> {names.length > 1 ? 'leave' : 'leaves'} your cart, and{' '}
        {names.length > 1 ? 'stand' : 'stands'} in line for Session {eventSession.session_number}.
      </p>
      {names.length > 1 && (
        <p>
          Together: <b>{bothOrNeither(names.length)}</b> Each alone: one place after the other, as they come
          free.
        </p>
      )}
      <p>{waitingExplanation}</p>
      {problem && (
        <Banner tone="bad" focus={problem}>
          <p>{problem.message}</p>
          {problem.isUnsigned && (
            <p>
              <Link to={withNext('/pages/release', '/pages/cart')}>Read and sign the release</Link>
            </p>
          )}
        </Banner>
      )}
      <p className="row">
        <Button variant="ball" busy={busy} onClick={() => join([items])}>
          {names.length > 1 ? 'Wait together' : 'Join the list'}
        </Button>
        {names.length > 1 && (
          <Button busy={busy} onClick={() => join(items.map((item) => [item]))}>
            Wait each alone
          </Button>
        )}
        <Button onClick={onClose}>Not now</Button>
      </p>
    </Dialog>
  )
}

const toPersonId = ({ player }: CartItem) => player.id
const toFirstNames = (items: CartItem[]) => items.map(({ player }) => player.first_name)
const toPlace = ({ player, eventSession }: CartItem) => ({ personId: player.id, sessionId: eventSession.id })
