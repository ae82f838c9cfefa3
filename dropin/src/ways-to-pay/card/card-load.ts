import type { SheetField } from '#agreed/fields.ts'
import { toClientConfiguration } from '../../gateway/gateway.ts'
import { sheetLooks } from '../../hosted-fields/field-styles.ts'
import { type FieldPayload, openHostedFields } from '../../hosted-fields/hosted-fields.ts'
import { watchLooks } from '../../merchant-page/watch-looks.ts'
import type { CardEventName } from '../../model/events.ts'
import { waits } from '../../platform/waits.ts'
import { type Card, showProblem, updateForm } from './card.ts'
import { frameOptions, isRequired } from './card-fields.ts'
import { knownBrand } from './card-form.ts'

/** Inserts the fields, with the sheet's looks once styled; resolves when all frames work. */
export async function loadFields(card: Card, sheet: Element, styled: Promise<void>) {
  const { running, containers } = card
  const { gateway, messages, emitter } = running
  const { keys, card: options } = card.form.read().settings
  const looks = () => sheetLooks(sheet, options.overrides?.styles)
  // Read while the frames load; later changes are watched.
  const loadedLooks = styled.then(looks)
  loadedLooks.catch(() => undefined)
  const fields = openHostedFields({
    assetsUrl: gateway.configuration.assetsUrl,
    client: toClientConfiguration(gateway),
    containers,
    fields: frameOptions(keys, options, messages),
    looks: () => loadedLooks,
    onEvent: (type, payload) => handleFieldEvent(card, type, payload),
    onBin: (bin) => emitter.emit('card:binAvailable', { bin }),
    begun: card.begun,
  })
  card.fields = fields
  await fields.ready
  fields.whenLost(() => beginAgain(card, sheet, styled))
  // Not awaited.
  setTimeout(() => {
    if (fields.closed.aborted) return
    watchLooks(sheet, () => fields.restyle(looks()), fields.closed)
    for (const key of keys) if (isRequired(key, options)) fields.setAttribute(key, 'aria-required', 'true')
  })
}

/** Replaces the frames, with an empty form, if the page has moved the widget. */
function beginAgain(card: Card, sheet: Element, styled: Promise<void>) {
  const [emittedBy] = card.form.read().settings.keys
  card.fields?.close()
  if (!emittedBy) return
  updateForm(card, { type: 'field-event', event: 'empty', payload: { cards: [], fields: {}, emittedBy } })
  loadFields(card, sheet, styled).catch(console.error)
}

function handleFieldEvent(card: Card, type: string, payload: FieldPayload<SheetField>) {
  updateForm(card, { type: 'field-event', event: type, payload })
  if (type === 'cardTypeChange') nameFields(card, ['cvv'])
  if (type === 'blur') checkBlurredField(card, payload.emittedBy)
  const fields = Object.entries(payload.fields).map(([key, state]) => {
    return [key, { ...state, container: card.containers[key as SheetField] }]
  })
  const event = { ...payload, fields: Object.fromEntries(fields) }
  if (card.isSheet || type === 'inputSubmitRequest')
    card.running.emitter.emit(`card:${type as CardEventName}`, event)
}

/** Sends labels and placeholders to the frames. */
function nameFields({ running, fields, form }: Card, keys: readonly SheetField[]) {
  const { settings, cards } = form.read()
  const options = frameOptions(keys, settings.card, running.messages, knownBrand({ cards })?.code.size)
  for (const key of keys) {
    const { placeholder, internalLabel } = options[key] ?? {}
    if (placeholder !== undefined) fields?.setAttribute(key, 'placeholder', placeholder)
    if (internalLabel !== undefined) fields?.setLabel(key, internalLabel)
  }
}

/** Translates the frames' texts. */
export function watchLanguage(card: Card) {
  const { store } = card.running
  let last = store.read().locale
  return store.subscribe(() => {
    const before = last
    last = store.read().locale
    if (last === before) return
    const { keys } = card.form.read().settings
    nameFields(card, keys)
    for (const key of keys) showProblem(card, key)
  })
}

function checkBlurredField(card: Card, field: SheetField) {
  setTimeout(() => {
    const { fields } = card.form.read()
    const another = Object.values(fields).some((state) => state.isFocused)
    if (another && fields[field]?.isEmpty && !fields[field].isFocused)
      updateForm(card, { type: 'field-left', field })
  }, waits.emptyField)
}

/** Focuses the form each time its view opens, but not on the first appearance. */
export function focusWhenShown(card: Card) {
  const { store } = card.running
  let last = store.read().screen.view
  return store.subscribe(() => {
    const before = last
    last = store.read().screen.view
    if (last === 'card' && before !== 'card' && before !== 'loading') focusSoon(card)
  })
}

/** Unless the page moves the focus meanwhile, such as to an error message. */
function focusSoon({ fields, form }: Card) {
  const { settings, fields: typed } = form.read()
  const first = settings.keys.find((key) => typed[key]?.isEmpty !== false) ?? settings.keys[0]
  const before = document.activeElement
  setTimeout(() => {
    const isElsewhere = ![before, document.body].includes(document.activeElement)
    if (first && !isElsewhere) fields?.focus(first)
  }, waits.focus)
}
