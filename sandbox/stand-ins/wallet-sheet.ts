/** Where the devices' pages are: beside the script that plays them, which may stand below a path. */
export const deviceBase = (document.currentScript as HTMLScriptElement).src.replace(/\/(devices|gp)\/.*/, '')

type SheetRequest = {
  wallet: 'Apple Pay' | 'Google Pay'
  shop: string
  total: string
  networks: string[]
  methods?: string[]
}
type FromSheet = { wallet?: { choice: unknown } }

/**
 * Shows the sheet of a wallet over the page, and gives what the shopper chooses; undefined when it was cancelled. Escape
 * cancels, wherever the focus is. It stands until it is closed.
 */
export function showSheet({ networks, methods, ...request }: SheetRequest) {
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  const query = { ...request, networks: networks.join(' '), ...(methods && { methods: methods.join(' ') }) }
  frame.src = `${deviceBase}/devices/sheet?${new URLSearchParams(query)}`
  frame.title = request.wallet
  dialog.ariaLabel = `${request.wallet} (demo)`
  const size = { width: 'min(25rem, 90vw)', height: 'min(33rem, 85vh)' }
  Object.assign(frame.style, {
    ...size,
    border: '0',
    display: 'block',
    colorScheme: 'light',
    background: '#fff',
  })
  Object.assign(dialog.style, { padding: '0', border: '1px solid #767676', borderRadius: '.5rem' })
  dialog.append(frame)
  document.body.append(dialog)
  dialog.showModal()
  let settle: (choice?: unknown) => void = () => undefined
  const chosen = new Promise<unknown>((resolve) => {
    settle = resolve
  })
  function hear({ source, origin, data }: MessageEvent<FromSheet>) {
    if (source !== frame.contentWindow || origin !== new URL(deviceBase).origin || !data.wallet) return
    settle(data.wallet.choice ?? undefined)
  }
  window.addEventListener('message', hear)
  dialog.addEventListener('cancel', () => settle())
  function close() {
    window.removeEventListener('message', hear)
    dialog.remove()
    settle()
  }
  return { chosen, close }
}
