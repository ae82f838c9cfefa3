import { openBus } from '#agreed/bus.ts'
import { uuid } from '#agreed/uuid.ts'
import { untilReady } from '../../../frame-service/until-ready.ts'
import { framesAt } from '../../../gateway/gateway.ts'
import { addDialog } from './dialog.ts'

type Doings = { canceled: () => void; askedAgain: () => void; broke: () => void }

export type CodeView = {
  hear: (doings: Doings) => void
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

type Facts = { assetsUrl: string; environment: string }

/** Inserts the hidden frame of QR codes, until the signal; rejects if it does not load. */
export async function addCodeView({ assetsUrl, environment }: Facts, ended: AbortSignal): Promise<CodeView> {
  const id = uuid()
  let doings: Doings = { canceled: nothing, askedAgain: nothing, broke: nothing }
  const dialog = addDialog('Venmo', () => doings.canceled())
  const frame = frameOf(`${framesAt(assetsUrl)}/venmo-desktop-frame.html#${environment.toUpperCase()}_${id}`)
  const alert = alertOf(id)
  const bus = openBus(id, { windows: () => [frame.contentWindow], origin: new URL(assetsUrl).origin })
  bus.on('VENMO_DESKTOP_CUSTOMER_CANCELED', () => doings.canceled())
  bus.on('VENMO_DESKTOP_REQUEST_NEW_QR_CODE', () => doings.askedAgain())
  bus.on('VENMO_DESKTOP_UNKNOWN_ERROR', () => doings.broke())
  dialog.append(frame, alert)

  function remove() {
    bus.close()
    dialog.remove()
  }
  function say(text: string, event?: string, data?: object) {
    alert.textContent = text
    if (event) bus.emit(`VENMO_DESKTOP_${event}`, data)
  }
  const late = () => new Error('The frame of Venmo’s QR code did not load in time.')
  await untilReady(bus, { event: 'VENMO_DESKTOP_IFRAME_READY', remove, late, ended })
  return {
    hear: (heard) => {
      doings = heard
    },
    open() {
      // Ignored by Braintree's own frame.
      bus.emit('SET_LOOKS', { dark: isDark() })
      frame.style.display = 'block'
      if (!dialog.open) dialog.showModal()
      frame.focus()
      say(texts.generating)
    },
    showCode: (payment) => say(texts.scan, 'DISPLAY_QR_CODE', payment),
    showAuthorizing: () => say(texts.authorizing, 'AUTHORIZING'),
    showAuthorized: () => say(texts.authorized, 'AUTHORIZE'),
    fail: (message) => say(message, 'DISPLAY_ERROR', { message }),
    close() {
      say('', 'CLOSED_FROM_PARENT')
      frame.style.display = 'none'
      dialog.close()
    },
  }
}

const nothing = () => undefined

/** By the page's computed colours. */
function isDark() {
  const { colorScheme } = getComputedStyle(document.body)
  const wished = matchMedia('(prefers-color-scheme: dark)').matches
  return colorScheme.includes('dark') && (wished || !colorScheme.includes('light'))
}

function frameOf(src: string) {
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
function alertOf(id: string) {
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
