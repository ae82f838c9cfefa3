import { type FieldKey, type FieldOptions, fieldNames } from '#agreed/fields.ts'
import { fieldFacts, format, type Validity } from './fields.ts'
import { applyStyles, type Styles } from './styles.ts'

/** What a field tells the orchestrating frame. */
export type Told =
  | { type: 'changed'; value: string }
  | { type: 'focus' | 'blur' | 'entered' }
  | { type: 'autofilled'; name: AutofillName; value: string }

export type AutofillName =
  | 'cardholder-name'
  | 'credit-card-number'
  | 'expiration-month'
  | 'expiration-year'
  | 'cvv'

const autofill: Record<AutofillName, string> = {
  'cardholder-name': 'cc-name',
  'credit-card-number': 'cc-number',
  'expiration-month': 'cc-exp-month',
  'expiration-year': 'cc-exp-year',
  cvv: 'cc-csc',
}

/** Builds the field of this frame: label, input, description, and off-screen inputs that receive autofill. */
export function openInput(key: FieldKey, options: FieldOptions, styles: Styles, tell: (told: Told) => void) {
  applyStyles(styles)
  const input = mainInput(key, options)
  const description = make('div', { id: `field-description-${key}`, className: 'field-description' })
  const label = make('label', {
    htmlFor: input.id,
    textContent: options.internalLabel ?? fieldNames[key],
  })
  const form = make('form', { noValidate: true, action: '#' })
  form.append(label, input, description, ...autofillInputs(input.id, tell))
  form.addEventListener('submit', (event) => event.preventDefault())
  document.body.replaceChildren(form)

  const mask = maskOf(options)
  let value = ''
  function show(next: string) {
    value = next
    input.value = document.activeElement === input ? next : mask(next)
  }

  input.addEventListener('input', (event) => {
    const deleting = event instanceof InputEvent && event.inputType.startsWith('delete')
    const plain = options.formatInput === false
    const next = format(key, input.value, { deleting, plain })
    keepCaret(input, next, deleting)
    value = next
    tell({ type: 'changed', value })
  })
  input.addEventListener('focus', () => {
    show(value)
    tell({ type: 'focus' })
  })
  input.addEventListener('blur', () => {
    input.value = mask(value)
    tell({ type: 'blur' })
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') tell({ type: 'entered' })
  })
  function mark({ isValid, isPotentiallyValid }: Validity) {
    input.classList.toggle('valid', isValid)
    input.classList.toggle('invalid', !isPotentiallyValid)
  }
  return { input, description, show, mark, restyle: applyStyles }
}

export type Field = ReturnType<typeof openInput>

function mainInput(key: FieldKey, options: FieldOptions) {
  const { id, autocomplete, numeric, maxlength } = fieldFacts[key]
  const input = make('input', { id, name: id, className: key, type: options.type ?? 'text' })
  input.autocomplete = autocomplete as AutoFill
  input.maxLength = Math.min(maxlength, options.maxlength ?? maxlength)
  input.placeholder = options.placeholder ?? ''
  input.spellcheck = false
  input.dataset.braintreeName = key
  if (numeric && !options.type) Object.assign(input, { pattern: '\\d*', inputMode: 'numeric' })
  for (const name of ['autocorrect', 'autocapitalize']) input.setAttribute(name, 'off')
  input.setAttribute('aria-describedby', `field-description-${key}`)
  return input
}

/** Rewrites the input so that the caret stays behind the same number of typed characters. */
function keepCaret(input: HTMLInputElement, next: string, deleting: boolean) {
  if (next === input.value) return
  const caret = input.selectionEnd ?? input.value.length
  const atEnd = caret === input.value.length
  const before = input.value.slice(0, caret).replace(/\D/g, '').length
  input.value = next
  if (atEnd && !deleting) return
  let place = 0
  for (let passed = 0; passed < before && place < next.length; place++)
    if (/\d/.test(next[place] ?? '')) passed++
  input.setSelectionRange(place, place)
}

function maskOf({ maskInput }: FieldOptions) {
  if (!maskInput) return (value: string) => value
  const { character = '•', showLastFour = false } = maskInput === true ? {} : maskInput
  const hidden = showLastFour ? /[^\s](?=(?:\s*[^\s]){4})/g : /[^\s]/g
  return (value: string) => value.replace(hidden, character)
}

function autofillInputs(ownId: string, tell: (told: Told) => void) {
  const others = (Object.keys(autofill) as AutofillName[]).filter((name) => name !== ownId)
  return others.map((name) => {
    const input = make('input', { id: `${name}-autofill-field`, className: 'autofill-field', tabIndex: -1 })
    input.autocomplete = autofill[name] as AutoFill
    input.setAttribute('aria-hidden', 'true')
    input.addEventListener('input', () => {
      if (input.value) tell({ type: 'autofilled', name, value: input.value })
      input.value = ''
    })
    return input
  })
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties)
}
