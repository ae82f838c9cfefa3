import { Dialog } from '#ui/dialog.tsx'
import { type Player, PlayerForm } from './player-form.tsx'

export type { Player as PlayerFields }

type Props = {
  open: boolean
  /** None to add one. */
  player?: Player
  onClose: () => void
  onSaved: (player: Pick<Player, 'id' | 'first_name' | 'last_name'>, message: string) => void
}

export function PlayerDialog({ open, player, onClose, onSaved }: Props) {
  return (
    <Dialog title={player ? 'Edit player' : 'Add a new player'} open={open} onClose={onClose}>
      <PlayerForm
        player={player}
        onSaved={(saved) => {
          onClose()
          onSaved(saved, 'Save Successful')
        }}
      />
    </Dialog>
  )
}
