import { EventDoor } from '#desk/sessions/event-door.tsx'
import { dollars } from '#platform/format/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { WholeFamily } from './family.server.ts'

type Place = WholeFamily['registrations'][number]
type Props = { number: number; registrations: Place[]; mayRegister: boolean; mayGiveBack: boolean }

/** By year of the session. */
export function FamilyRegistrations({ number, registrations, mayRegister, mayGiveBack }: Props) {
  const years = [...new Set(registrations.map(({ year }) => year))]
  if (years.length === 0)
    return (
      <section className="baseline" aria-labelledby="registrations">
        <h2 id="registrations">Registrations</h2>
        <p>None yet.</p>
      </section>
    )
  return years.map((year) => (
    <section className="baseline" aria-labelledby={`registrations-${year}`} key={year}>
      <h2 id={`registrations-${year}`}>Registrations in {year}</h2>
      <ul className="rows regs">
        {registrations
          .filter((place) => place.year === year)
          .map((place) => (
            <li key={place.id}>
              <div>
                <h3>
                  <EventDoor eventKey={place.eventKey}>{place.event}</EventDoor>
                </h3>
                <p>
                  <bdi>{place.player}</bdi>, <Unbroken>{`Session ${place.number}, ${place.dates}`}</Unbroken>
                </p>
              </div>
              <p className="money">
                <b>{dollars(place.priceCents)}</b>
                <Standing {...place} />
              </p>
              <p className="act">
                {mayRegister && place.holdsNoMoney && (
                  <ButtonLink size="small" variant="bare" to={`/desk/families/${number}/give-up/${place.id}`}>
                    Give up
                    <span className="visually-hidden">
                      {' '}
                      the place of {place.player}, {place.event}
                    </span>
                  </ButtonLink>
                )}
                {mayGiveBack && (
                  <ButtonLink size="small" variant="bare" to={`/desk/families/${number}/places/${place.id}`}>
                    Money
                    <span className="visually-hidden">
                      {' '}
                      of the place of {place.player}, {place.event}
                    </span>
                  </ButtonLink>
                )}
              </p>
            </li>
          ))}
      </ul>
    </section>
  ))
}

function Standing({ paid, due, isOverdue, standing }: Place) {
  if (paid) return <Chip tone="paid">{paid}</Chip>
  if (standing === 'being paid') return <Chip>Being paid</Chip>
  return isOverdue ? (
    <Chip tone="out">
      <Unbroken>{`overdue since ${due}`}</Unbroken>
    </Chip>
  ) : (
    <Chip tone="due">
      <Unbroken>{`due ${due}`}</Unbroken>
    </Chip>
  )
}
