import type { drawQrCode } from './qr-code.ts'

type Handlers = { closed: () => void; askedAgain: () => void }

export function drawView({ closed, askedAgain }: Handlers) {
  const close = button('×', closed)
  close.setAttribute('aria-label', 'Close')
  const again = button('Show a new code', askedAgain)
  const picture = element('div', 'picture')
  const message = element('p', 'words')
  const panel = element('main', 'panel')
  const head = element('header', 'head')
  const title = element('h1', '')
  title.textContent = 'Venmo'
  head.append(title, close)
  panel.append(head, picture, message, again)
  document.body.append(panel)
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closed()
  })
  // The page focuses the frame as a whole.
  window.addEventListener('focus', () => {
    if (document.activeElement === document.body) close.focus()
  })

  function showMessage(text: string, sign?: Sign) {
    message.textContent = text
    if (sign) picture.replaceChildren(element('div', sign))
    if (document.activeElement === again) close.focus()
    again.hidden = sign !== 'wrong'
  }
  function wait() {
    showMessage('Generating a QR code, get your app ready', 'waiting')
  }
  wait()

  return {
    say: showMessage,
    wait,
    showCode(drawing: ReturnType<typeof drawQrCode>) {
      picture.replaceChildren(buildSvg(drawing))
      showMessage('To scan the QR code, open your app')
    },
    fail(message: string) {
      showMessage(message, 'wrong')
      again.focus()
    },
    dress(isDark: boolean) {
      document.body.classList.toggle('dark', isDark)
    },
  }
}

type Sign = 'waiting' | 'done' | 'wrong'

function element(tag: string, className: string) {
  const made = document.createElement(tag)
  made.className = className
  return made
}

function button(text: string, press: () => void) {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  made.addEventListener('click', press)
  return made
}

function buildSvg({ size, path }: ReturnType<typeof drawQrCode>) {
  const svg = drawn('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': 'QR code for Venmo' })
  svg.append(drawn('path', { class: 'paper', d: `M0 0h${size}v${size}H0z` }), drawn('path', { d: path }))
  return svg
}

function drawn(tag: string, attributes: Record<string, string>) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}
