import Printer from 'lucide-react/icons/printer'
import { Button } from '#ui/button.tsx'
import type { Paper } from './paper.ts'
import './paper-sheet.css'

/** A paper on the screen: black on white, and the only thing that prints. */
export function PaperSheet({ from, title, subtitle, number, date, to, table, paragraphs }: Paper) {
  return (
    <div className="wrap paper-page stack">
      <p className="no-print">
        <Button variant="ball" icon={<Printer aria-hidden size="1.25em" />} onClick={() => print()}>
          Print
        </Button>
      </p>
      <article className="sheet" aria-labelledby="paper">
        <header>
          <p className="lines">
            <b>{from.name}</b>
            {'\n'}
            {from.addressLines.join('\n')}
          </p>
          <div>
            <h1 id="paper">{title}</h1>
            <p className="lines">{[subtitle, `No. ${number}`, date].filter(Boolean).join('\n')}</p>
          </div>
        </header>
        <p className="lines">{to.join('\n')}</p>
        <Figures title={title} {...table} />
        <div className="stack">
          {paragraphs.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </div>
        <p>
          {from.email} · {from.phone}
        </p>
      </article>
    </div>
  )
}

function Figures({ title, columns, rows, total }: Paper['table'] & { title: string }) {
  const lookOf = (column: number) => (column === columns.length - 1 ? 'figures' : undefined)
  return (
    <table>
      <caption className="visually-hidden">{title} lines</caption>
      <thead>
        <tr>
          {columns.map((name, column) => (
            <th key={name} scope="col" className={lookOf(column)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paper does not change while it is shown.
          <tr key={place}>
            {row.map((words, column) => (
              <td key={columns[column]} className={lookOf(column)}>
                {words}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={columns.length - 1}>
            {total[0]}
          </th>
          <td className="figures">{total[1]}</td>
        </tr>
      </tfoot>
    </table>
  )
}
