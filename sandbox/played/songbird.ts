/**
 * The script that runs 3-D Secure in the merchant's page, as Braintree's SDK calls it (`window.Cardinal`): shows the
 * bank's page over the merchant's, and hands on what the bank answers.
 */
type Listener = (...told: unknown[]) => void
type Challenge = { AcsUrl: string }
type Order = { OrderDetails: { TransactionId: string } }
type BankMessage = { authentication?: { jwt: string; isCanceled: boolean } }

function openCardinal() {
  const listeners = new Map<string, Listener>()
  const tell = (event: string, ...told: unknown[]) => listeners.get(event)?.(...told)

  return {
    configure() {},
    on: (event: string, listener: Listener) => listeners.set(event, listener),
    off: (event: string) => listeners.delete(event),
    setup() {
      const sessionId = Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-')
      setTimeout(() => tell('payments.setupComplete', { sessionId, modules: [] }))
    },
    trigger: () => Promise.resolve({ Status: true }),
    continue(_brand: string, { AcsUrl }: Challenge, { OrderDetails }: Order) {
      const { frame, close } = showBank(AcsUrl, () =>
        end({ ActionCode: 'ERROR', ErrorNumber: 10011, ErrorDescription: 'Canceled by the shopper' }),
      )
      window.addEventListener('message', hear)
      tell('ui.render')

      function hear({ source, origin, data }: MessageEvent<BankMessage>) {
        if (source !== frame.contentWindow || origin !== new URL(AcsUrl).origin || !data.authentication)
          return
        const { jwt, isCanceled } = data.authentication
        const ExtendedData = isCanceled ? { ChallengeCancel: '01' } : {}
        const Payment = { Type: 'CCA', ProcessorTransactionId: OrderDetails.TransactionId, ExtendedData }
        end({ ActionCode: 'SUCCESS', Validated: true, ErrorNumber: 0, ErrorDescription: '', Payment }, jwt)
      }
      function end(result: object, jwt?: string) {
        window.removeEventListener('message', hear)
        close()
        tell('ui.close')
        tell('payments.validated', result, jwt)
      }
    },
  }
}

function showBank(address: string, onCancel: () => void) {
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  frame.src = address
  frame.title = 'Your bank asks you to confirm the payment'
  frame.style.cssText = 'width: min(400px, 90vw); height: 400px; border: 0'
  dialog.append(frame)
  dialog.addEventListener('cancel', onCancel)
  document.body.append(dialog)
  dialog.showModal()
  return { frame, close: () => dialog.remove() }
}

Object.assign(window, { Cardinal: openCardinal() })
