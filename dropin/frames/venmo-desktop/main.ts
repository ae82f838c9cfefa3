import { openBusToPage } from '#agreed/bus.ts'
import { thirdPartyAddress } from '#agreed/domains.ts'
import { drawQrCode } from './qr-code.ts'
import { drawView } from './view.ts'

/** Shows the QR code that opens Venmo's app, and the state of the payment. */
const [environment = '', channel = ''] = window.location.hash.slice(1).split('_')
const bus = openBusToPage(channel)
const view = drawView({
  closed: () => bus.emit('VENMO_DESKTOP_CUSTOMER_CANCELED'),
  askedAgain() {
    view.wait()
    bus.emit('VENMO_DESKTOP_REQUEST_NEW_QR_CODE')
  },
})

bus.on('VENMO_DESKTOP_DISPLAY_QR_CODE', (payment) => {
  try {
    view.showCode(drawQrCode(purchaseAddress(payment as Payment)))
  } catch (problem) {
    bus.emit('VENMO_DESKTOP_UNKNOWN_ERROR')
    throw problem
  }
})
bus.on('VENMO_DESKTOP_AUTHORIZING', () => view.say('Authorize on your app'))
bus.on('VENMO_DESKTOP_AUTHORIZE', () => view.say('account authorized', 'done'))
bus.on('VENMO_DESKTOP_DISPLAY_ERROR', (problem) => view.fail((problem as { message: string }).message))
bus.on('VENMO_DESKTOP_CLOSED_FROM_PARENT', () => view.wait())
bus.on('SET_LOOKS', (looks) => view.dress((looks as { dark: boolean }).dark))
bus.emit('VENMO_DESKTOP_IFRAME_READY')

type Payment = { id: string; merchantId: string }

/** Content of the QR code: app or Venmo's page, with the payment. */
function purchaseAddress({ id, merchantId }: Payment) {
  const address = new URL(thirdPartyAddress('https://venmo.com/go/purchase', window.location.href))
  const parameters = {
    facilitator: 'BT',
    intent: 'Continue',
    resource_id: id,
    merchant_id: merchantId,
    environment,
  }
  address.search = new URLSearchParams(parameters).toString()
  return address.href
}
