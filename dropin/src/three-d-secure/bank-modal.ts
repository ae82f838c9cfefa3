import { uuid } from '#agreed/uuid.ts'
import css from './bank-modal.css?inline'

/** Our texts around the bank's page. */
export type BankTexts = { title: string; close: string; note: string; lang: string; dir: string }

type Stay = {
  /** Removes everything. */
  over: AbortSignal
  /** The shopper cancels. */
  close: () => void
  texts: () => BankTexts
}

/** Modal with focus trap; the focus is restored afterwards. */
export function showInModal(frame: HTMLElement, { isBootstrap, ...stay }: Stay & { isBootstrap: boolean }) {
  const { over, close } = stay
  const { box, title } = boxAround(frame, stay)
  const dialog = document.createElement('dialog')
  const backdrop = document.createElement('div')
  dialog.className = `braintree-bank ${isBootstrap ? 'braintree-bank--bootstrap3 modal fade in' : ''}`
  dialog.setAttribute('aria-labelledby', title.id)
  dialog.ariaModal = 'true'
  backdrop.dataset.braintreeV1FallbackBackdrop = 'true'
  backdrop.addEventListener('click', close)
  // Also by Escape.
  dialog.addEventListener('close', close)
  dialog.append(backdrop, box)
  addStyle(over)
  document.body.append(dialog)
  dialog.showModal()
  title.focus()
  over.addEventListener('abort', () => {
    dialog.close()
    dialog.remove()
  })
}

type Available = (element: Element, next: () => void) => void

/** The page inserts the frame itself. */
export function showInline(frame: HTMLElement, { available, ...stay }: Stay & { available: Available }) {
  const { over, close } = stay
  const { box, title } = boxAround(frame, stay)
  box.role = 'group'
  box.setAttribute('aria-labelledby', title.id)
  addStyle(over)
  document.addEventListener('keyup', ({ key }) => key === 'Escape' && close(), { signal: over })
  const before = document.activeElement
  over.addEventListener('abort', () => {
    box.remove()
    if (before instanceof HTMLElement) before.focus()
  })
  available(box, () => title.focus())
}

function boxAround(frame: HTMLElement, { close, texts }: Stay) {
  const box = document.createElement('div')
  const head = document.createElement('div')
  const title = document.createElement('h2')
  const button = document.createElement('button')
  const place = document.createElement('div')
  const note = document.createElement('p')
  const labels = texts()
  box.className = 'braintree-bank__box modal-dialog'
  Object.assign(box, { lang: labels.lang, dir: labels.dir })
  head.className = 'braintree-bank__head modal-header'
  Object.assign(title, { id: `braintree-bank-${uuid()}`, tabIndex: -1, textContent: labels.title })
  Object.assign(button, { type: 'button', textContent: '×', ariaLabel: labels.close })
  button.dataset.braintreeV1FallbackCloseButton = 'true'
  button.addEventListener('click', close)
  place.dataset.braintreeV1FallbackIframeContainer = 'true'
  place.className = 'modal-body'
  note.textContent = labels.note
  head.append(title, button)
  place.append(frame)
  box.append(head, place, note)
  return { box, title }
}

/** By CSSOM, which a strict Content-Security-Policy allows. */
function addStyle(over: AbortSignal) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  over.addEventListener('abort', () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((worn) => worn !== sheet)
  })
}
