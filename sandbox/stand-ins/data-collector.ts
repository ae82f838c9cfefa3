/**
 * The data collector as Braintree's drop-in loads it (`braintree.dataCollector.create`): gives the session a name, tells
 * it to those who watch for fraud, and to the page as `deviceData`.
 */
type Configuration = { gatewayConfiguration: { environment: string; kount?: { kountMerchantId: string } } }
type Options = {
  client: { getConfiguration: () => Configuration }
  kount?: boolean
  riskCorrelationId?: string
}

const { origin } = new URL((document.currentScript as HTMLScriptElement).src)
const isBraintrees = origin === 'https://js.braintreegateway.com'
const fraudnet = `${isBraintrees ? 'https://c.paypal.com' : origin}/da/r/fb.js`
const assets = isBraintrees ? 'https://assets.braintreegateway.com' : origin

const hex = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

async function create({ client, kount, riskCorrelationId }: Options) {
  const { environment, kount: offered } = client.getConfiguration().gatewayConfiguration
  const parts: Element[] = []
  const data: Record<string, string> = {}
  if (kount === true && offered) {
    const session = { device_session_id: hex(), fraud_merchant_id: offered.kountMerchantId }
    Object.assign(data, session)
    const params = new URLSearchParams({ m: session.fraud_merchant_id, s: session.device_session_id })
    const frame = document.createElement('iframe')
    frame.title = 'Braintree-Kount-iframe'
    frame.hidden = true
    frame.src = `${assets}${environment === 'production' ? '' : '/sandbox'}/data/logo.htm?${params}`
    parts.push(frame)
    document.body.append(frame)
  }
  const id = riskCorrelationId ?? hex()
  const block = document.createElement('script')
  block.type = 'application/json'
  block.setAttribute('fncls', 'fnparams-dede7cc5-15fd-4c75-a9f4-36c430ee3a99')
  block.text = JSON.stringify({
    f: id,
    s: 'BRAINTREE_SIGNIN',
    sandbox: environment !== 'production' || undefined,
  })
  document.body.append(block)
  const script = await loaded(fraudnet)
  if (script) data.correlation_id = id
  parts.push(block, ...(script ? [script] : []))
  if (!Object.keys(data).length) throw new Error('Data Collector could not start.')
  const deviceData = JSON.stringify(data)
  return {
    deviceData,
    rawDeviceData: data,
    getDeviceData: async ({ raw = false } = {}) => (raw ? data : deviceData),
    async teardown() {
      document.querySelector('iframe[title="ppfniframe"]')?.remove()
      for (const part of parts) part.remove()
    },
  }
}

/** The script's element; nothing when it cannot be had. */
function loaded(src: string): Promise<HTMLScriptElement | undefined> {
  const script = document.createElement('script')
  script.src = src
  document.head.append(script)
  return new Promise((resolve) => {
    script.onload = () => resolve(script)
    script.onerror = () => resolve(undefined)
  })
}

const shop: { braintree?: object } = window as never
shop.braintree = { ...shop.braintree, dataCollector: { create, VERSION: '3.99.0' } }
