import Printer from 'lucide-react/icons/printer'
import { dollars } from '#platform/money.ts'
import { Button } from '#ui/button.tsx'

export type SheetFacts = {
  title: string
  number: string
  subtitle: string
  date: string
  programme: { name: string; addressLines: string[]; email: string; phone: string }
  payer: string
  dateColumn: string
  lines: { id: number; player: string; session: string; date: string; amountCents: number }[]
  totalName: string
  totalCents: number
  note: string
}

/** An invoice or receipt: black on white, and the only thing that prints. */
export function Sheet(facts: SheetFacts) {
  const { programme } = facts
  return (
    <div className="wrap sheet-page stack">
      <p className="no-print">
        <Button variant="ball" icon={<Printer aria-hidden size="1.25em" />} onClick={() => print()}>
          Print
        </Button>
      </p>
      <article className="sheet" aria-labelledby="sheet">
        <header>
          <p>
            <b>{programme.name}</b>
            {programme.addressLines.map((line) => (
              <span key={line}>
                <br />
                {line}
              </span>
            ))}
          </p>
          <div>
            <h1 id="sheet">{facts.title}</h1>
            <p>
              {facts.subtitle}
              <br />
              No. {facts.number}
              <br />
              {facts.date}
            </p>
          </div>
        </header>
        <p>For {facts.payer}</p>
        <Lines {...facts} />
        <p>{facts.note}</p>
        <p>
          {programme.email} · {programme.phone}
        </p>
      </article>
    </div>
  )
}

function Lines({ lines, dateColumn, totalName, totalCents, title }: SheetFacts) {
  return (
    <table>
      <caption className="visually-hidden">{title} lines</caption>
      <thead>
        <tr>
          <th scope="col">Player</th>
          <th scope="col">Session</th>
          <th scope="col" className="figures">
            {dateColumn}
          </th>
          <th scope="col" className="figures">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>{line.player}</td>
            <td>{line.session}</td>
            <td className="figures">{line.date}</td>
            <td className="figures">{dollars(line.amountCents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {totalName}
          </th>
          <td className="figures">{dollars(totalCents)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
