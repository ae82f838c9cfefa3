import { type BankWindow, showBank } from './bank-window'

/**
 * The script that runs 3-D Secure in the merchant's page, as Braintree's SDK calls it (`window.Cardinal`): has the
 * bank look at the browser, shows the bank's page over the merchant's, and hands on what the bank answers.
 */
type Listener = (...args: unknown[]) => void
type Settings = { payment?: { framework?: string; displayLoading?: boolean; displayExitButton?: boolean } }
type Failure = { number: number; description: string }
type SetUp = { session?: string; error?: Failure }
type Challenge = { window: [width: number, height: number]; inline: string; error?: Failure }
type Result = { Payment: { ProcessorTransactionId: string } }

const origin = new URL((document.currentScript as HTMLScriptElement).src).origin
const longestLook = 10_000

function openCardinal() {
  const listeners = new Map<string, Listener>()
  const emit = (event: string, ...args: unknown[]) => listeners.get(event)?.(...args)
  let settings: Settings = {}
  let session: string | undefined

  function fail({ number, description }: Failure) {
    const result = { ActionCode: 'ERROR', ErrorNumber: number, ErrorDescription: description }
    emit('payments.validated', { ...result, Validated: false })
  }

  async function setup(_kind: string, { jwt }: { jwt?: string } = {}) {
    session = undefined
    const answer: SetUp | undefined = await (jwt ? request('sessions', { jwt }) : noJwt)
    if (!answer) return fail({ number: 10001, description: 'The set-up was not answered.' })
    if (answer.error) return fail(answer.error)
    session = answer.session
    if (session) emit('payments.setupComplete', { sessionId: session, modules: [] })
  }

  /** The bank of a card looks at the browser, in a frame that nobody sees. */
  async function lookAtBrowser(bin: string): Promise<{ Status: boolean }> {
    if (!session) return { Status: false }
    const path = `/three-d-secure/provider/sessions/${session}/bank`
    const template = `<iframe src="${origin}${path}?bin=${encodeURIComponent(bin)}" title="" hidden></iframe>`
    const looked = untilMessage(origin, ({ hasLooked }) => hasLooked === path, longestLook)
    if (settings.payment?.framework === 'inline') {
      await placeInline(template, 'suppress').catch(() => undefined)
      return { Status: await looked }
    }
    emit('ui.renderHidden')
    const place = document.createElement('div')
    place.hidden = true
    place.innerHTML = template
    document.body.append(place)
    const Status = await looked
    place.remove()
    return { Status }
  }

  async function challenge(address: string, payload: string, transaction: string) {
    const { displayLoading } = settings.payment ?? {}
    if (!session) return fail({ number: 10006, description: 'The script is not set up.' })
    if (displayLoading) emit('ui.loading.render')
    const answer: Challenge | undefined = await request(`sessions/${session}/challenges`, {
      transaction,
      payload,
    })
    if (displayLoading) emit('ui.loading.close')
    if (!answer) return fail({ number: 10009, description: 'The bank could not be reached.' })
    if (answer.error) return fail(answer.error)
    const bank = await show(address, answer).catch((problem) => {
      fail({ number: 10006, description: `The frame has no place: ${problem}` })
    })
    if (!bank) return
    emit('ui.render')
    await new Promise<void>((end) => {
      const isForTransaction = (jwt: string) => readResult(jwt).Payment.ProcessorTransactionId === transaction
      const hear = ({ origin: from, data }: MessageEvent<FromBank>) => {
        if (from !== new URL(address).origin || !data?.bank) return
        if (data.bank.isClosed) bank.cancel()
        if (data.bank.jwt && isForTransaction(data.bank.jwt)) close(data.bank.jwt)
      }
      const close = (jwt?: string) => {
        window.removeEventListener('message', hear)
        bank.close()
        emit('ui.close')
        if (jwt) emit('payments.validated', readResult(jwt), jwt)
        else fail({ number: 10011, description: 'Canceled by the shopper.' })
        end()
      }
      window.addEventListener('message', hear)
      bank.onCancel(() => close())
    })
  }

  async function show(address: string, { window: size, inline }: Challenge): Promise<BankWindow> {
    const { framework, displayExitButton = true } = settings.payment ?? {}
    if (framework !== 'inline') return showBank({ address, size, displayExitButton, framework })
    const [width, height] = size
    const template = `<iframe src="${address}" title="Your bank asks you to confirm the payment"
      style="width: ${width}px; max-width: 100%; height: ${height}px; border: 0"></iframe>`
    await placeInline(inline === 'no_template' ? '' : template, 'static', inline)
    return { onCancel() {}, cancel() {}, close() {} }
  }

  /** Asks the page to show a frame itself; fails when it does not. */
  function placeInline(template: string, mode: string, inline = 'right'): Promise<void> {
    const details = {
      paymentType: inline === 'wrong_type' ? 'APA' : 'CCA',
      data: { mode: inline === 'wrong_mode' ? 'floating' : mode },
    }
    return new Promise((resolve, reject) => {
      if (!listeners.has('ui.inline.setup')) return reject(new Error('nobody listens'))
      emit('ui.inline.setup', template, details, resolve, reject)
    })
  }

  return {
    configure(options: Settings) {
      settings = options
    },
    on: (event: string, listener: Listener) => listeners.set(event, listener),
    off: (event: string) => listeners.delete(event),
    setup,
    trigger: async (event: string, value: string) =>
      event === 'bin.process' ? lookAtBrowser(value) : { Status: false },
    continue: (
      _brand: string,
      { AcsUrl, Payload }: { AcsUrl: string; Payload: string },
      { OrderDetails }: { OrderDetails: { TransactionId: string } },
    ) => challenge(AcsUrl, Payload, OrderDetails.TransactionId),
  }
}

const noJwt: SetUp = { error: { number: 10005, description: 'There is no JWT.' } }

/** Asks the company that runs the script; undefined when it does not answer. */
async function request(path: string, body: object) {
  try {
    const headers = { 'Content-Type': 'application/json' }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${origin}/three-d-secure/provider/${path}`, sent)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

type FromBank = { bank?: { jwt?: string; isClosed?: boolean; hasLooked?: string } }

/** Whether a page of the bank says something, before its time is over. */
function untilMessage(
  from: string,
  isMeant: (message: NonNullable<FromBank['bank']>) => boolean,
  longest: number,
) {
  return new Promise<boolean>((resolve) => {
    const end = (hasMessage: boolean) => {
      window.removeEventListener('message', hear)
      clearTimeout(limit)
      resolve(hasMessage)
    }
    const hear = ({ origin: source, data }: MessageEvent<FromBank>) => {
      if (source === from && data?.bank && isMeant(data.bank)) end(true)
    }
    const limit = setTimeout(() => end(false), longest)
    window.addEventListener('message', hear)
  })
}

/** The payment in the bank's JWT. */
function readResult(jwt: string): Result {
  const [, body = ''] = jwt.split('.')
  return JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))).Payload
}

Object.assign(window, { Cardinal: openCardinal() })
