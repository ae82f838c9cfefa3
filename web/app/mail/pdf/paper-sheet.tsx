// biome-ignore-all lint/a11y/noRedundantRoles: a changed display takes the implied roles away
import Printer from 'lucide-react/icons/printer'
import { Button } from '#ui/button.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Paper } from './paper.ts'
import './paper-sheet.css'

export function PaperSheet({ from, title, subtitle, number, date, to, table, paragraphs }: Paper) {
  return (
    <div className="wrap paper-page stack">
      <p className="awaits-script">
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
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>
              <Unbroken>{paragraph}</Unbroken>
            </p>
          ))}
        </div>
        <p>
          {from.email} · <Unbroken>{from.phone}</Unbroken>
        </p>
      </article>
    </div>
  )
}

function Figures({ title, columns, changes, rows, total }: Paper['table'] & { title: string }) {
  const columnClass = (column: number) =>
    column === columns.length - 1 ? 'figures' : column === changes ? 'changes' : undefined
  return (
    <table role="table">
      <caption className="visually-hidden">{title} lines</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((name, column) => (
            <th role="columnheader" key={name} scope="col" className={columnClass(column)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paper does not change while it is shown.
          <tr role="row" key={place}>
            {row.map((cell, column) => (
              <td role="cell" key={columns[column]} className={columnClass(column)}>
                <Unbroken>{cell}</Unbroken>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot role="rowgroup">
        <tr role="row">
          <th role="rowheader" scope="row" colSpan={columns.length - 1}>
            {total[0]}
          </th>
          <td role="cell" className="figures">
            {total[1]}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
