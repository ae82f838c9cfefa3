/** The script that watches for fraud at PayPal: reads its configuration on the page, and tells its host of the session. */
const block = document.querySelector('script[fncls="fnparams-dede7cc5-15fd-4c75-a9f4-36c430ee3a99"]')
const { src } = document.currentScript as HTMLScriptElement
const { f = '', s = '' }: { f?: string; s?: string } = JSON.parse(block?.textContent || '{}')
const frame = document.createElement('iframe')
frame.title = 'ppfniframe'
frame.hidden = true
frame.src = new URL(`frame?${new URLSearchParams({ f, s })}`, src).href
if (f) document.body.append(frame)
