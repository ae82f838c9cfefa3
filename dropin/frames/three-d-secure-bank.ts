import { openBusToPage } from '#agreed/bus.ts'

/** Leads to the bank's page where the page has no script for 3-D Secure. */
type Visit = { acsUrl: string; pareq: string; md: string; termUrl: string }

openBusToPage(`${window.name.split('_').at(-1)}`).ask('BUS_CONFIGURATION_REQUEST', undefined, (visit) =>
  goToBank(visit as Visit),
)

function goToBank({ acsUrl, pareq, md, termUrl }: Visit) {
  // The bank of the sandbox is at the address that served this frame.
  if (new URL(acsUrl).origin !== window.location.origin) return
  const form = document.createElement('form')
  form.method = 'post'
  form.action = acsUrl
  for (const [name, value] of Object.entries({ PaReq: pareq, MD: md, TermUrl: termUrl })) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
