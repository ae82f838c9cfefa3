import type { SyntheticEvent } from 'react'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { Field } from '#ui/field.tsx'
import { presets } from './donations.ts'

const choices = [
  ...presets.map((dollars) => ({ value: String(dollars), name: `$${dollars}` })),
  { value: 'custom', name: 'Custom' },
]

/** The presets and Custom; the field of a custom amount is there only while Custom is chosen. */
export function AmountChoice({ isCustom, problem }: { isCustom: boolean; problem: string | undefined }) {
  return (
    <div className="stack">
      <ChoiceCards legend={<h2>Amount</h2>} name="amount" layout="row" choices={choices} defaultValue="100" />
      {isCustom && (
        <div className="fields">
          <Field
            label="Custom amount"
            name="custom_amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder="$20"
            hint="Dollars, 20 or more."
            problem={problem}
            onFocus={mask}
            onInput={mask}
          />
        </div>
      )}
    </div>
  )
}

const masked = new WeakSet<HTMLInputElement>()

/** Writes an amount as $1,250.50. The mask is fetched when the field is first used. */
async function mask({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
  if (masked.has(input)) return
  masked.add(input)
  const loaded = await Promise.all([import('@maskito/core'), import('./dollar-mask.ts')]).catch(console.warn)
  // Without the network the amount is typed as it comes, and the next key asks again.
  if (!loaded) return masked.delete(input)
  const [{ Maskito }, { dollarMask }] = loaded
  new Maskito(input, dollarMask)
}
