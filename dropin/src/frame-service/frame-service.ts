import { openBus } from '#agreed/bus.ts'
import { uuid } from '#agreed/uuid.ts'
import { framesUrl } from '../gateway/gateway.ts'
import { BraintreeError } from '../platform/errors.ts'
import { waits } from '../platform/waits.ts'
import { untilReady } from './until-ready.ts'

export type FrameServiceOptions = {
  /** Prefix of the window's name. */
  name?: string
  width?: number
  height?: number
}

export type FrameService = {
  /**
   * Opens the popup, at a waiting page without an address. Resolves with the report of its last page, and rejects if
   * closed before.
   */
  open: (address?: string) => Promise<unknown>
  redirect: (address: string) => void
  focus: () => void
  close: () => void
  isFrameClosed: () => boolean
  teardown: () => void
}

/** Adds the hidden frame that receives the popup's report. */
export async function openFrameService(
  assetsUrl: string,
  { name = 'braintree', width = 450, height = 535 }: FrameServiceOptions,
  ended: AbortSignal,
): Promise<FrameService> {
  const id = uuid()
  const pages = framesUrl(assetsUrl)
  const dispatch = dispatchFrame(id, `${pages}/dispatch-frame.min.html`)
  const bus = openBus(`${id}:frameService`, {
    windows: () => [dispatch.contentWindow],
    origin: new URL(assetsUrl).origin,
  })
  let popup: Window | null = null
  let onClosed: () => void = () => undefined

  function close() {
    popup?.close()
    onClosed()
  }
  function teardown() {
    close()
    bus.close()
    dispatch.remove()
  }
  document.body.append(dispatch)
  await untilReady(bus, { event: 'DISPATCH_FRAME_READY', remove: teardown, late: notThere, ended })
  return {
    open(address = `${pages}/venmo-landing-frame.min.html`) {
      close()
      popup = window.open(address, `${name}_${id}`, windowFeatures(width, height))
      if (!popup) return Promise.reject(notOpened())
      return new Promise((resolve, reject) => {
        const watch = setInterval(() => {
          if (popup?.closed !== false) onClosed()
        }, waits.window)
        onClosed = () => {
          clearInterval(watch)
          reject(closed())
        }
        bus.on('DISPATCH_FRAME_REPORT', (report) => {
          clearInterval(watch)
          resolve((report as { payload?: unknown } | undefined)?.payload)
          popup?.close()
        })
      })
    },
    redirect(address) {
      if (popup) popup.location.href = address
    },
    focus: () => popup?.focus(),
    close,
    isFrameClosed: () => popup?.closed !== false,
    teardown,
  }
}

function dispatchFrame(id: string, src: string) {
  const frame = document.createElement('iframe')
  Object.assign(frame, { src, name: `dispatch_${id}`, title: '', tabIndex: -1 })
  frame.setAttribute('aria-hidden', 'true')
  Object.assign(frame.style, {
    position: 'fixed',
    inset: '0',
    width: '0',
    height: '0',
    border: '0',
    visibility: 'hidden',
  })
  return frame
}

/** Centred on the page's window. */
function windowFeatures(width: number, height: number) {
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

const failure = (code: string, message: string) => new BraintreeError({ code, type: 'INTERNAL', message })
const closed = () => failure('FRAME_SERVICE_FRAME_CLOSED', 'The window was closed before it was done.')
const notOpened = () => failure('FRAME_SERVICE_FRAME_OPEN_FAILED', 'The browser opened no window.')
const notThere = () =>
  failure('FRAME_SERVICE_FRAME_OPEN_FAILED', 'The frame that hears the window did not load in time.')
