import { Form } from 'react-router'
import { type CareCategory, categoryLabels } from '#people/care/care.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { moneyView, WholeFamily } from './family.server.ts'

export type OpenNote = { personId: string; category: CareCategory; note: string; whatToDo: string }
type Player = WholeFamily['players'][number] | ReturnType<typeof moneyView>['players'][number]
type Props = {
  number: number
  players: Player[]
  parent: WholeFamily['parent']
  mayRegister: boolean
  mayOpenNotes: boolean
  /** Opened by the last form. */
  note: OpenNote | undefined
}

const acts = { opened: 'opened', kept: 'taken along on a phone', printed: 'printed' }

export function FamilyPlayers({ number, players, parent, mayRegister, mayOpenNotes, note }: Props) {
  return (
    <>
      <section className="baseline" aria-labelledby="players">
        <h2 id="players">Players</h2>
        {players.length === 0 && <p>No players yet.</p>}
        <ul className="rows persons">
          {players.map((player) => (
            <PlayerRow
              key={player.id}
              {...{ number, player, mayRegister, mayOpenNotes }}
              note={note?.personId === player.id ? note : undefined}
            />
          ))}
        </ul>
      </section>
      <section className="baseline" aria-labelledby="contacts">
        <h2 id="contacts">Contacts</h2>
        <ul className="rows persons">
          <ContactRow
            name={`${parent.firstName} ${parent.lastName}`}
            relation="Emergency contact"
            phone={parent.phone ?? ''}
            mayCollect={players}
          />
          {players.flatMap((player) =>
            player.contacts.map((contact) => (
              <ContactRow
                key={contact.id}
                {...contact}
                mayCollect={contact.mayCollect ? [player] : []}
                player={player}
              />
            )),
          )}
        </ul>
        {mayRegister && players.length > 0 && (
          <p className="row">
            {players.map(({ id, firstName }) => (
              <ButtonLink key={id} size="small" to={`/desk/families/${number}/contacts/${id}`}>
                <span>
                  Change the contacts of <bdi>{firstName}</bdi>
                </span>
              </ButtonLink>
            ))}
          </p>
        )}
      </section>
    </>
  )
}

function PlayerRow({
  number,
  player,
  mayRegister,
  mayOpenNotes,
  note,
}: {
  number: number
  player: Player
  mayRegister: boolean
  mayOpenNotes: boolean
  note: OpenNote | undefined
}) {
  const { firstName, lastName, age, born, skillLevel, lastView } = player
  return (
    <li>
      <div>
        <h3>
          <bdi>{`${firstName} ${lastName}`}</bdi>
        </h3>
        <p>
          {age !== null && <Unbroken>{`${age} years, born ${born}. `}</Unbroken>}
          {skillLevel}
        </p>
        <p className="flags">
          {player.note && <Chip tone="out">{categoryLabels[player.note.category]}</Chip>}
          {player.mayShowPhotos !== null &&
            (player.mayShowPhotos ? <Chip tone="paid">Photos allowed</Chip> : <Chip>No photos</Chip>)}
        </p>
      </div>
      <div className="row act">
        {player.note && mayOpenNotes && !note && (
          <Form method="post" action="?form=open-note" preventScrollReset>
            <input type="hidden" name="person" value={player.id} />
            <Button type="submit" size="small">
              Open the note<span className="visually-hidden"> for {firstName}</span>
            </Button>
          </Form>
        )}
        {mayRegister && (
          <ButtonLink size="small" to={`/desk/families/${number}/players/${player.id}`}>
            Edit<span className="visually-hidden"> {firstName}</span>
          </ButtonLink>
        )}
      </div>
      {note && (
        <div className="all open-note" role="status">
          <p dir="auto">{note.note}</p>
          {note.whatToDo && (
            <p dir="auto">
              <b>What to do:</b> {note.whatToDo}
            </p>
          )}
        </div>
      )}
      {player.note && (
        <p className="small muted all">
          {lastView && (
            <>
              Note {acts[lastView.how]} by{' '}
              {lastView.firstName ? (
                <bdi>{`${lastView.firstName} ${lastView.lastName}`}</bdi>
              ) : (
                'somebody who left'
              )}
              , <Unbroken>{lastView.at}</Unbroken>.{' '}
            </>
          )}
          <Unbroken>{`It is erased on ${player.note.erasesOn}.`}</Unbroken>
        </p>
      )}
    </li>
  )
}

type Contact = { name: string; relation: string; phone: string; mayCollect: Player[]; player?: Player }

function ContactRow({ name, relation, phone, mayCollect, player }: Contact) {
  return (
    <li>
      <div>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <p>
          <bdi>{relation}</bdi>
          {player && (
            <>
              {' '}
              of <bdi>{player.firstName}</bdi>
            </>
          )}
          {phone && (
            <>
              ,{' '}
              <a href={`tel:${phone.replace(/\D/g, '')}`} className="unbroken">
                {phone}
              </a>
            </>
          )}
        </p>
        {mayCollect.length > 0 && (
          <p className="flags">
            <Chip tone="paid">
              May collect{' '}
              {mayCollect.map(({ id, firstName }, at) => (
                <span key={id}>
                  {at > 0 && ', '}
                  <bdi>{firstName}</bdi>
                </span>
              ))}
            </Chip>
          </p>
        )}
      </div>
    </li>
  )
}
