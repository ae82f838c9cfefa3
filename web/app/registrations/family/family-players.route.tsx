import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { releaseFor } from '#people/release/release.server.ts'
import { ReleaseNotice } from '#people/release/release-notice.tsx'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { Empty } from '#ui/empty.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { useLazyPart } from '#ui/lazy-parts.ts'
import { useToast } from '#ui/toast.tsx'
import type { Route } from './+types/family-players.route.ts'
import { type FamilyPlayer, familyPlayers } from './family-players.server.ts'
import { DialogButton, FamilyTable } from './family-table.tsx'
import './family.css'

const loadPlayerDialog = () => import('#people/players/player-dialog.tsx')
const loadDeleteDialog = () => import('./delete-player-dialog.tsx')

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const { accountId } = context.get(accountContext)
  const { standing } = await releaseFor(db, accountId)
  return { players: await familyPlayers(db, accountId), standing }
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Family players')

export default function FamilyPlayersPage({ loaderData: { players, standing } }: Route.ComponentProps) {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const place = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<FamilyPlayer | 'new'>()
  const [deleting, setDeleting] = useState<FamilyPlayer>()
  const playerDialog = useLazyPart(loadPlayerDialog)
  const deleteDialog = useLazyPart(loadDeleteDialog)

  async function edit(player: FamilyPlayer | 'new') {
    if (await playerDialog.bring()) setEditing(player)
  }
  async function askToDelete(player: FamilyPlayer) {
    if (await deleteDialog.bring()) setDeleting(player)
  }

  async function deleted(name: string) {
    setDeleting(undefined)
    toast(`${name} is deleted`)
    await revalidate()
    // The pressed button unmounted with its row.
    place.current?.querySelector('button')?.focus()
  }

  return (
    <div className="wrap">
      <PageTitle
        lead="Everybody whom you register for sessions."
        aside={
          <div ref={place}>
            <DialogButton to="/pages/family-players/new" variant="ball" onPress={() => edit('new')}>
              + Add a new player
            </DialogButton>
          </div>
        }
      >
        Family players
      </PageTitle>
      <ReleaseNotice standing={standing} next="/pages/family-players" />
      {players.length > 0 ? (
        <div className="baseline family">
          <FamilyTable players={players} onEdit={edit} onDelete={askToDelete} />
        </div>
      ) : (
        <Empty title="No players found!">Add your first player, then register them for a session.</Empty>
      )}
      {editing && playerDialog.part && (
        <playerDialog.part.PlayerDialog
          open
          player={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onSaved={(_, message) => toast(message)}
        />
      )}
      {deleting && deleteDialog.part && (
        <deleteDialog.part.default
          player={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={deleted}
        />
      )}
    </div>
  )
}
