import { addDialog } from './dialog.ts'

const texts = {
  brand: 'Venmo',
  message: 'What would you like to do?',
  instructions: [
    'Tap cancel payment to cancel and return to the business.',
    'Continue payment will relaunch the payment window.',
  ],
  proceed: 'Continue payment',
  cancel: 'Cancel payment',
}

type Handlers = { continued: () => void; canceled: () => void }

/** Covers the page while the popup is open; returns its cleanup. */
export function showBackdrop({ continued, canceled }: Handlers) {
  const dialog = addDialog(texts.brand, canceled)
  dialog.id = 'venmo-desktop-web-backdrop'
  Object.assign(dialog.style, {
    display: 'grid',
    placeItems: 'center',
    background: 'rgb(0 0 0 / 60%)',
    overflow: 'auto',
  })
  const logo = part('div', 'venmo-full-logo', texts.brand, { fontWeight: '800', fontSize: '1.125rem' })
  const message = part('h2', 'venmo-message', texts.message, { margin: '1rem 0 0.5rem', fontSize: '1.25rem' })
  const instructions = part('div', 'venmo-instructions')
  instructions.append(...texts.instructions.map((text) => part('p', '', text, { margin: '0 0 0.5rem' })))
  const container = part('div', 'venmo-backdrop-container', '', panelLooks)
  const proceed = button('venmo-popup-continue-button', texts.proceed, continued)
  const cancel = button('venmo-popup-cancel-button', texts.cancel, canceled)
  container.append(logo, message, instructions, proceed, cancel)
  dialog.append(container)
  dialog.showModal()
  return () => {
    dialog.close()
    dialog.remove()
  }
}

/** System colours follow the page's colour scheme. */
const panelLooks = {
  boxSizing: 'border-box',
  width: 'min(26rem, 100% - 2rem)',
  padding: '1.5rem',
  border: '2px solid CanvasText',
  background: 'Canvas',
  color: 'CanvasText',
  font: '400 1rem/1.45 system-ui, sans-serif',
  textAlign: 'center',
}

function part(tag: string, id: string, text = '', looks = {}) {
  const made = document.createElement(tag)
  if (id) made.id = id
  made.textContent = text
  Object.assign(made.style, looks)
  return made
}

const buttonLooks = {
  display: 'block',
  width: '100%',
  minHeight: '3rem',
  margin: '0.75rem 0 0',
  border: '2px solid CanvasText',
  borderRadius: '4px',
  background: 'Canvas',
  color: 'CanvasText',
  font: '600 1rem/1.45 system-ui, sans-serif',
  cursor: 'pointer',
}

function button(id: string, text: string, press: () => void) {
  const made = part('button', id, text, buttonLooks)
  made.setAttribute('type', 'button')
  made.addEventListener('click', press)
  return made
}
