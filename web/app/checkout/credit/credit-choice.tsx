import { dollars } from '#platform/format/money.ts'
import { CheckField } from '#ui/fields/field.tsx'

type Props = {
  /** The credit that this cart can use. */
  cents: number
  toPayCents: number
  isUsed: boolean
  busy: boolean
  onChange: (isUsed: boolean) => void
}

export function CreditChoice({ cents, toPayCents, isUsed, busy, onChange }: Props) {
  return (
    <div className="stack near">
      <CheckField
        name="credit"
        label={`Use your ${dollars(cents)} credit`}
        checked={isUsed}
        disabled={busy}
        onChange={(event) => onChange(event.target.checked)}
      />
      {isUsed && (
        <p role="status">
          To pay: <b>{dollars(toPayCents)}</b>
        </p>
      )}
    </div>
  )
}
