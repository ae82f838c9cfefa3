/** Leads to the bank's page where the page has no script for 3-D Secure (messages of framebus). */
type Asked = { acsUrl: string; pareq: string; md: string; termUrl: string }

const channel = window.name.split('_').at(-1)
const reply = `${channel}:answer`

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || typeof data !== 'string' || !data.startsWith('/*framebus*/')) return
  const message: { event: string; eventData: Asked } = JSON.parse(data.slice('/*framebus*/'.length))
  if (message.event === reply) goToBank(message.eventData)
})
const question = { event: `${channel}:BUS_CONFIGURATION_REQUEST`, origin: '*', reply }
window.parent.postMessage(`/*framebus*/${JSON.stringify(question)}`, '*')

function goToBank({ acsUrl, pareq, md, termUrl }: Asked) {
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
