import { useEffect, useRef, useState } from 'react'
import { inDollars, parsePrice, price } from '#platform/format/money.ts'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { type PriceQuestion, priceFields } from '#season/copy/copy-prices.ts'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { Field } from '#ui/fields/field.tsx'

type Props = { question: PriceQuestion; year: number; answer: FormReply | undefined }

/** Keep or change the price of an event with fewer meetings. Typing a price selects it. */
export function PriceChoice({ question, year, answer }: Props) {
  const { text, priceCents, suggestion } = question
  const { values = {}, problems = {} } = answer ?? {}
  const fields = priceFields(question)
  const suggested = suggestion ? String(inDollars(suggestion.cents)) : ''
  const [choice, setChoice] = useState(values[fields.answer] ?? '')
  const [typed, setTyped] = useState(values[fields.newPrice] ?? suggested)
  const cents = parsePrice(typed)
  const box = useRef<HTMLDivElement>(null)
  // Includes input made before hydration.
  useEffect(() => {
    const chosen = box.current?.querySelector<HTMLInputElement>('[type=radio]:checked')
    if (chosen) setChoice(chosen.value)
    const price = box.current?.querySelector<HTMLInputElement>('[inputmode=decimal]')
    if (price) setTyped(price.value)
  }, [])
  return (
    <div className="stack" ref={box}>
      <ChoiceCards
        legend={text}
        name={fields.answer}
        layout="two"
        required
        value={choice}
        onChange={setChoice}
        problem={problems[fields.answer]}
        choices={[
          { value: 'keep', name: `Keep ${price(priceCents)}`, hint: `As in ${year}.` },
          {
            value: 'change',
            name: cents === undefined ? 'Make it another price' : `Make it ${price(cents)}`,
            hint: suggestion?.text ?? 'Its sessions lose different numbers of meetings.',
          },
        ]}
      />
      <div className="act">
        <Field
          label="New price"
          name={fields.newPrice}
          inputMode="decimal"
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            setChoice('change')
          }}
          problem={problems[fields.newPrice]}
          hint="An event has one price: new families pay it for each of its sessions."
        />
      </div>
    </div>
  )
}
