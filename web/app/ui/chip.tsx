import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'

const signs = { paid: Check, due: Clock, out: CircleAlert, plain: undefined }

export function Chip({ tone = 'plain', children }: { tone?: keyof typeof signs; children: ReactNode }) {
  const Sign = signs[tone]
  return (
    <span className={`chip ${tone}`}>
      {Sign && <Sign aria-hidden size="1em" strokeWidth={2.75} />}
      <span>{children}</span>
    </span>
  )
}
