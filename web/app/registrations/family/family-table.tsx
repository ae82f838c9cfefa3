import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { Form, href } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Cell, Row, Table } from '#ui/table.tsx'
import type { FamilyPlayer } from './family-players.server.ts'

const columns = [
  { name: 'Name' },
  { name: 'Phone' },
  { name: 'Birthday' },
  { name: 'Skill' },
  { name: 'Registrations', figures: true },
  { name: 'Actions' },
]

type Acts = { onEdit: (player: FamilyPlayer) => void; onDelete: (player: FamilyPlayer) => void }

export function FamilyTable({ players, ...acts }: { players: FamilyPlayer[] } & Acts) {
  return (
    <Table caption="Family players" columns={columns}>
      {players.map((player) => (
        <Row key={player.id}>
          <Cell className="name">
            <b>
              <bdi>{playerName(player)}</bdi>
            </b>
            {player.isMyself && ' (you)'}
          </Cell>
          <Cell className="number">{player.phone}</Cell>
          <Cell className="number">
            {player.born}
            {player.age !== null && <span className="line">Age {player.age}</span>}
          </Cell>
          <Cell>{player.skill_level}</Cell>
          <Cell figures>
            <span className="count">{player.current}</span>{' '}
            <span className="line">{player.current === 1 ? 'current session' : 'current sessions'}</span>{' '}
            {player.past > 0 && (
              <span className="line">
                {player.past === 1 ? 'and a past one' : `and ${player.past} past ones`}
              </span>
            )}
          </Cell>
          <Cell>
            <Actions player={player} {...acts} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

function Actions({ player, onEdit, onDelete }: { player: FamilyPlayer } & Acts) {
  const whose = <span className="visually-hidden"> {playerName(player)}</span>
  const page = href('/pages/family-players/:playerId', { playerId: player.id })
  return (
    <div className="acts">
      <DialogButton to={page} size="small" onPress={() => onEdit(player)}>
        Edit{whose}
      </DialogButton>
      {!player.isMyself && (
        <DialogButton to={`${page}/delete`} size="small" variant="bare" onPress={() => onDelete(player)}>
          Delete{whose}
        </DialogButton>
      )}
      <ButtonLink
        to={href('/pages/family-players/:playerId/care', { playerId: player.id })}
        size="small"
        variant="bare"
      >
        Contacts and care<span className="visually-hidden"> of {playerName(player)}</span>
      </ButtonLink>
      {player.current + player.past > 0 && (
        <ButtonLink
          to={href('/pages/family-players/:playerId/meetings', { playerId: player.id })}
          size="small"
          variant="bare"
        >
          Meetings and absences<span className="visually-hidden"> of {playerName(player)}</span>
        </ButtonLink>
      )}
    </div>
  )
}

export const playerName = (player: { first_name: string; last_name: string }) =>
  `${player.first_name} ${player.last_name}`

type ButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size'>

/** Without script it navigates to the page of the same form, which leads back here. */
export function DialogButton(props: ButtonProps & { to: string; onPress: () => void; children: ReactNode }) {
  const { to, onPress, ...button } = props
  function open(event: FormEvent) {
    event.preventDefault()
    onPress()
  }
  return (
    <Form action={to} onSubmit={open}>
      <input type="hidden" name="next" value="/pages/family-players" />
      <Button type="submit" {...button} />
    </Form>
  )
}
