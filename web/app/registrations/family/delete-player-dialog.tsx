import { useState } from 'react'
import { useLogin } from '#people/sign-in/use-login.ts'
import { ApiProblem, callApi, NoAnswer } from '#platform/http/call-api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import type { FamilyPlayer } from './family-players.server.ts'
import { playerName } from './family-table.tsx'

type Props = { player: FamilyPlayer; onClose: () => void; onDeleted: (name: string) => void }

export default function DeletePlayerDialog({ player, onClose, onDeleted }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState(player.block)
  const logIn = useLogin()

  async function remove() {
    if (isBusy) return
    setBusy(true)
    try {
      await callApi('/delete-person', { id: player.id })
      onDeleted(playerName(player))
    } catch (failure) {
      if (failure instanceof NoAnswer) setProblem('We lost the connection. Try again in a moment.')
      else if (!(failure instanceof ApiProblem)) throw failure
      else if (failure.code === 'signed-out') await logIn()
      else setProblem(failure.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={`Delete ${playerName(player)}?`} open onClose={onClose}>
      {problem ? (
        <Banner tone="bad" focus={!player.block}>
          <p>{problem}</p>
          {player.block && player.current === 0 && <p>Past sessions count too: they stay in your history.</p>}
        </Banner>
      ) : (
        <p>{player.first_name} leaves your list of players. You can add them again at any time.</p>
      )}
      <p className="row">
        {!problem && (
          <Button variant="danger" busy={isBusy} onClick={remove}>
            {isBusy ? 'Deleting' : 'Delete'}
          </Button>
        )}
        <Button onClick={onClose}>{problem ? 'Close' : `Keep ${player.first_name}`}</Button>
      </p>
    </Dialog>
  )
}
