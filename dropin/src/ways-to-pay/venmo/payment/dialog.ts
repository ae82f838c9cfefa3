/** Modal with an inert page below; restores the focus. Styled by script, since policies may forbid inline styles. */
export function addDialog(label: string, escaped: () => void) {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', label)
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'transparent',
  })
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    escaped()
  })
  document.body.append(dialog)
  return dialog
}
