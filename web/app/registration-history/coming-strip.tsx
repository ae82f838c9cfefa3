import type { Ticket } from '#checkout/receipt-page/thank-you.ts'
import { DateTile } from '#checkout/receipt-page/thank-you-parts.tsx'

type Tile = Pick<Ticket, 'id' | 'weekdays' | 'day' | 'until' | 'event' | 'firstName'>

export function ComingStrip({ tiles }: { tiles: Tile[] }) {
  return (
    <section className="baseline coming" aria-labelledby="coming">
      <h2 id="coming">Coming up</h2>
      <ul className="strip" aria-labelledby="coming">
        {tiles.map((tile) => (
          <li key={tile.id}>
            <DateTile {...tile} />
            <p>
              <b>
                <bdi>{tile.firstName}</bdi>
              </b>
              <br />
              {tile.event}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
