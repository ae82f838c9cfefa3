/** PayPal's button, in its frame: opens PayPal's window at a click, and tells the page what becomes of it. */
type ToFrame = { paypalButton: { open?: string; close?: boolean } }

const query = new URLSearchParams(location.search)
const shop = query.get('origin') ?? ''
const button = document.querySelector('button')
const post = (event: string, more: object = {}) =>
  parent.postMessage({ paypalButton: { event, ...more } }, shop)
let popup: Window | null = null
let watch: ReturnType<typeof setInterval>

button?.addEventListener('click', () => {
  if (popup && !popup.closed) {
    popup.focus()
    return post('clicked-again')
  }
  popup = window.open('about:blank', '_blank', 'width=450,height=600,resizable,scrollbars')
  if (!popup || popup.closed) return post('blocked')
  popup.document.title = 'PayPal (demo)'
  popup.document.body.textContent = 'One moment…'
  clearInterval(watch)
  watch = setInterval(() => {
    if (!popup?.closed) return
    forget()
    post('closed')
  }, 100)
  return post('clicked')
})

window.addEventListener('message', ({ source, origin, data }: MessageEvent) => {
  if (source === parent && origin === shop) obey((data as ToFrame).paypalButton)
  if (!popup || source !== popup || origin !== location.origin || !data.paypal) return
  popup.close()
  forget()
  post('ended', { told: data.paypal })
})
window.addEventListener('pagehide', () => popup?.close())
post('ready')

function obey({ open, close }: ToFrame['paypalButton'] = {}): void {
  if (close) {
    popup?.close()
    forget()
  }
  if (!open || !popup || popup.closed) return
  const page = open.startsWith('BA-') ? '/agreements/approve?ba_token=' : '/checkoutnow?token='
  const commit = query.get('commit') === 'true' ? '&useraction=commit' : ''
  popup.location.href = `${page}${open}&channel=button${commit}`
}

function forget(): void {
  clearInterval(watch)
  popup = null
}
