import type { ReactNode } from 'react'
import { Unbroken } from '#ui/unbroken.tsx'

export type Sum = { title: string; details: string[]; amount: string }

export function SumBox({
  sum,
  note,
  children,
}: {
  sum?: Sum | undefined
  note?: string | undefined
  children: ReactNode
}) {
  return (
    <aside className="split-side" aria-label={sum?.title ?? 'What next'}>
      <div className="box">
        {sum && (
          <dl className="sum on-surround">
            <dt>
              {sum.title}{' '}
              {sum.details.map((detail) => (
                <span key={detail}>
                  <Unbroken>{detail}</Unbroken>
                </span>
              ))}
            </dt>
            <dd>{sum.amount}</dd>
          </dl>
        )}
        <div className="box-body stack">{children}</div>
        {note && <p className="box-note">{note}</p>}
      </div>
    </aside>
  )
}
