import ReceiptText from 'lucide-react/icons/receipt'
import { dollars } from '#platform/format/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { GoneRow } from './gone.ts'
import { Whose } from './whose.tsx'

type Props = { year: number; rows: GoneRow[]; owedCents: number }

export function GoneList({ year, rows, owedCents }: Props) {
  return (
    <section className="baseline gone" aria-labelledby="gone">
      <div className="row history-head">
        <h2 id="gone">Given up in {year}</h2>
        {owedCents > 0 && (
          <p className="we-owe">
            We owe you <b className="figure">{dollars(owedCents)}</b>
          </p>
        )}
      </div>
      <ul className="rows">
        {rows.map((row) => (
          <li key={row.id}>
            <div>
              <h3>{row.event}</h3>
              <p>
                <bdi>{row.player}</bdi>, <Unbroken>{row.about}</Unbroken>
              </p>
              <p className="muted">Given up on {row.goneOn}.</p>
            </div>
            <p className="money">
              <b className="figure">{row.amount}</b>
              <Chip tone={row.tone}>{row.label}</Chip>
              {row.receipt && (
                <ButtonLink
                  to={row.receipt}
                  external
                  size="small"
                  icon={<ReceiptText aria-hidden size="1.25em" />}
                >
                  Receipt
                  <Whose row={row} />
                </ButtonLink>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
