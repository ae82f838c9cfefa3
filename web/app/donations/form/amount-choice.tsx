import { presets } from '#donations/donations.ts'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { Field } from '#ui/fields/field.tsx'
import { maskedBy } from '#ui/fields/mask.ts'

/** The field of a custom amount is there only while Custom is chosen. */
export function AmountChoice({
  isCustom,
  gifts = {},
  initial,
  problem,
}: {
  isCustom: boolean
  /** By amount: what it pays for. */
  gifts: Record<string, string | undefined> | undefined
  /** Restored from an earlier try. */
  initial: Record<string, string> | undefined
  problem: string | undefined
}) {
  const choices = presets.map((dollars) => ({
    value: String(dollars),
    name: `$${dollars}`,
    hint: gifts[dollars],
  }))
  return (
    <div className="stack baseline">
      <ChoiceCards
        legend={<h2>Amount</h2>}
        name="amount"
        layout="row"
        choices={[...choices, { value: 'custom', name: 'Custom' }]}
        defaultValue={initial?.amount ?? '100'}
      />
      {isCustom && (
        <div className="fields">
          <Field
            label="Custom amount"
            name="custom_amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder="$20"
            hint="Dollars, 20 or more."
            defaultValue={initial?.custom_amount ?? ''}
            problem={problem}
            {...masked}
          />
        </div>
      )}
    </div>
  )
}

/** Writes an amount as $1,250.50. */
const masked = maskedBy(() => import('./dollar-mask.ts').then(({ dollarMask }) => dollarMask))
