import { openBus } from '#agreed/bus.ts'
import { uuid } from '#agreed/uuid.ts'
import { untilReady } from '../../../frame-service/until-ready.ts'
import { framesUrl } from '../../../gateway/gateway.ts'
import { addDialog } from './dialog.ts'

type Handlers = { canceled: () => void; askedAgain: () => void; broke: () => void }

export type CodeView = {
  setHandlers: (handlers: Handlers) => void
  open: () => void
  showCode: (payment: { id: string; merchantId: string }) => void
  showAuthorizing: () => void
  showAuthorized: () => void
  fail: (message: string) => void
  close: () => void
}

/** Texts for screen readers, by event of the frame. */
const texts = {
  generating: 'Generating a QR code, get your app ready',
  scan: 'To scan the QR code, open your app',
  authorizing: 'Authorize on your app',
  authorized: 'account authorized',
}

type FrameOptions = { assetsUrl: string; environment: string }

/** Inserts the hidden frame of QR codes, until the signal; rejects if it does not load. */
export async function addCodeView(
  { assetsUrl, environment }: FrameOptions,
  ended: AbortSignal,
): Promise<CodeView> {
  const id = uuid()
  let handlers: Handlers = { canceled: nothing, askedAgain: nothing, broke: nothing }
  const dialog = addDialog('Venmo', () => handlers.canceled())
  const frame = buildFrame(
    `${framesUrl(assetsUrl)}/venmo-desktop-frame.html#${environment.toUpperCase()}_${id}`,
  )
  const alert = buildAlert(id)
  const bus = openBus(id, { windows: () => [frame.contentWindow], origin: new URL(assetsUrl).origin })
  bus.on('VENMO_DESKTOP_CUSTOMER_CANCELED', () => handlers.canceled())
  bus.on('VENMO_DESKTOP_REQUEST_NEW_QR_CODE', () => handlers.askedAgain())
  bus.on('VENMO_DESKTOP_UNKNOWN_ERROR', () => handlers.broke())
  dialog.append(frame, alert)

  function remove() {
    bus.close()
    dialog.remove()
  }
  function announce(text: string, event?: string, data?: object) {
    alert.textContent = text
    if (event) bus.emit(`VENMO_DESKTOP_${event}`, data)
  }
  const late = () => new Error('The frame of Venmo’s QR code did not load in time.')
  await untilReady(bus, { event: 'VENMO_DESKTOP_IFRAME_READY', remove, late, ended })
  return {
    setHandlers: (heard) => {
      handlers = heard
    },
    open() {
      // Ignored by Braintree's own frame.
      bus.emit('SET_LOOKS', { dark: isDark() })
      frame.style.display = 'block'
      if (!dialog.open) dialog.showModal()
      frame.focus()
      announce(texts.generating)
    },
    showCode: (payment) => announce(texts.scan, 'DISPLAY_QR_CODE', payment),
    showAuthorizing: () => announce(texts.authorizing, 'AUTHORIZING'),
    showAuthorized: () => announce(texts.authorized, 'AUTHORIZE'),
    fail: (message) => announce(message, 'DISPLAY_ERROR', { message }),
    close() {
      announce('', 'CLOSED_FROM_PARENT')
      frame.style.display = 'none'
      dialog.close()
    },
  }
}

const nothing = () => undefined

/** By the page's computed colours. */
function isDark() {
  const { colorScheme } = getComputedStyle(document.body)
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  return colorScheme.includes('dark') && (prefersDark || !colorScheme.includes('light'))
}

function buildFrame(src: string) {
  const frame = document.createElement('iframe')
  Object.assign(frame, { src, name: 'venmo-desktop-iframe', title: 'Venmo Desktop' })
  Object.assign(frame.style, {
    display: 'none',
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    border: '0',
    zIndex: '9999999',
    // With another colour scheme than the frame's page, browsers would paint it opaque.
    colorScheme: 'light',
  })
  return frame
}

/** Live region with the frame's text. */
function buildAlert(id: string) {
  const alert = document.createElement('div')
  alert.dataset.venmoDesktopId = id
  alert.setAttribute('role', 'alert')
  Object.assign(alert.style, {
    position: 'fixed',
    inset: '0',
    height: '1px',
    width: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    zIndex: '0',
  })
  return alert
}
