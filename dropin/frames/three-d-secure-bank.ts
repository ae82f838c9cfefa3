import { openBusToPage } from '#agreed/bus.ts'
import { braintreeDomains, isOnDomain } from '#agreed/domains.ts'

/** Sends the shopper to the bank's page where the provider's script is missing. */
type Visit = {
  clientConfiguration?: Client
  nonce?: string
  acsUrl: string
  pareq: string
  md: string
  termUrl: string
}
type Client = { authorizationFingerprint?: string; gatewayConfiguration: { clientApiUrl: string } }

openBusToPage(`${window.name.split('_').at(-1)}`).ask('BUS_CONFIGURATION_REQUEST', undefined, (visit) => {
  goToBank(visit as Visit).catch(() => {
    document.body.textContent = 'The page of your bank cannot be opened.'
  })
})

async function goToBank(visit: Visit) {
  const { pareq, md, termUrl } = visit
  if (!isOurs(termUrl)) throw new Error('THREEDS_TERM_URL_REQUIRES_BRAINTREE_DOMAIN')
  const form = document.createElement('form')
  form.method = 'post'
  form.action = await resolveBankAddress(visit)
  for (const [name, value] of Object.entries({ PaReq: pareq, MD: md, TermUrl: termUrl })) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value })
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}

/** An unknown bank address is not trusted from the page: the gateway is asked. */
async function resolveBankAddress({ acsUrl, nonce, clientConfiguration }: Visit) {
  if (isOurs(acsUrl) || isOnDomain(acsUrl, ['cardinalcommerce.com'])) return acsUrl
  const { clientApiUrl } = clientConfiguration?.gatewayConfiguration ?? { clientApiUrl: '' }
  const credentials = { authorizationFingerprint: clientConfiguration?.authorizationFingerprint ?? '' }
  const found = await fetch(
    `${clientApiUrl}/v1/payment_method_nonces/${nonce}?${new URLSearchParams(credentials)}`,
  )
  return (await found.json()).threeDSecureInfo.acsUrl as string
}

/** Frames are served by the gateway. */
const isOurs = (url: string) =>
  new URL(url).origin === window.location.origin || isOnDomain(url, braintreeDomains)
