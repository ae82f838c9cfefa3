/** The window over the merchant's page in which the bank asks. */
export type BankWindow = { onCancel: (act: () => void) => void; cancel: () => void; close: () => void }
type Look = { address: string; size: [number, number]; displayExitButton: boolean; framework?: string }

const name = 'Confirm the payment with your bank'

/** Shows it in the look of its own or of Bootstrap 3; Escape and its button close it. */
export function showBank({ address, size, displayExitButton, framework }: Look): BankWindow {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', name)
  const frame = document.createElement('iframe')
  frame.src = address
  frame.title = 'Your bank asks you to confirm the payment'
  const [width, height] = size
  frame.style.cssText = `display: block; width: min(${width}px, 90vw); height: min(${height}px, 80vh); border: 0`
  const parts = [...(displayExitButton ? [exitButton(framework)] : []), frame]
  dialog.append(...(framework === 'bootstrap3' ? [inBootstrap(parts)] : parts))
  if (framework !== 'bootstrap3') dialog.style.cssText = 'padding: .5rem; border: 0; border-radius: .5rem'
  let act = () => {}
  const cancel = () => act()
  dialog.querySelector('button')?.addEventListener('click', cancel)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    cancel()
  })
  document.body.append(dialog)
  dialog.showModal()
  return {
    onCancel(options) {
      act = options
    },
    cancel,
    close: () => dialog.remove(),
  }
}

function exitButton(framework?: string) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'close'
  button.setAttribute('aria-label', 'Close')
  button.textContent = '×'
  if (framework !== 'bootstrap3')
    button.style.cssText =
      'display: block; margin: 0 0 0 auto; min-width: 2.75rem; min-height: 2.75rem; border: 0; background: none; font-size: 1.5rem'
  return button
}

/** The classes that Bootstrap's style sheet, if the page has it, knows a modal by. */
function inBootstrap(parts: HTMLElement[]) {
  const body = document.createElement('div')
  body.className = 'modal-body'
  body.append(...parts)
  return ['modal-content', 'modal-dialog'].reduce((inner, className) => {
    const outer = document.createElement('div')
    outer.className = className
    outer.append(inner)
    return outer
  }, body)
}
