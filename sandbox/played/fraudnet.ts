/** The script that watches for fraud at PayPal: reads its configuration on the page, and tells its host of the session. */
const block = document.querySelector('script[fncls="fnparams-dede7cc5-15fd-4c75-a9f4-36c430ee3a99"]')
const { origin } = new URL((document.currentScript as HTMLScriptElement).src)
const { f = '', s = '' }: { f?: string; s?: string } = JSON.parse(block?.textContent || '{}')
const frame = document.createElement('iframe')
frame.title = 'ppfniframe'
frame.hidden = true
frame.src = `${origin}/da/r/frame?${new URLSearchParams({ f, s })}`
if (f) document.body.append(frame)
