import type { PartOfDate } from '#agreed/fields.ts'
import { buildField, mainElement, make, type OwnOptions } from './elements.ts'
import { yearsFrom } from './expiration.ts'
import type { Field, Told } from './input.ts'
import { applyLooks, type Looks } from './styles.ts'

const months = Array.from({ length: 12 }, (_, index) => `${index + 1}`.padStart(2, '0'))

/** Nothing is selected at first. */
export function openSelect(
  key: PartOfDate,
  options: OwnOptions,
  looks: Looks,
  tell: (told: Told) => void,
): Field {
  const values = key === 'expirationMonth' ? months : yearsFrom(new Date())
  const { select, placeholder = '' } = options
  const main = mainElement('select', key, options.preventAutofill)
  const none = make('option', { value: '', textContent: placeholder, disabled: true, hidden: true })
  const choices = values.map((value) => make('option', { value, textContent: value }))
  main.append(none, ...choices)
  applyLooks(looks)
  const field = buildField(main, key, options, (name, value) => tell({ type: 'autofilled', name, value }))
  const change = () => tell({ type: 'changed', value: main.value })
  main.addEventListener('change', change)
  main.addEventListener('focus', () => tell({ type: 'focus' }))
  main.addEventListener('blur', () => tell({ type: 'blur' }))

  function name(texts: readonly string[] = []) {
    choices.forEach((choice, index) => {
      choice.textContent = texts[index] ?? choice.value
    })
  }
  if (key === 'expirationMonth' && typeof select === 'object') name(select.options)

  return {
    ...field,
    name,
    put(text) {
      main.value = values.find((value) => Number(value) % 100 === Number(text || NaN) % 100) ?? ''
      change()
    },
    limit: () => undefined,
    rename(text) {
      none.textContent = text
    },
    restyle: applyLooks,
  }
}
