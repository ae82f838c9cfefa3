// A health probe of this machine's site. Exit code 0: it answers; 28: three times no answer within half a minute; 1: it
// is starting, or out of order.
const patienceMs = Number(process.argv[2] ?? 30_000)
let code = 28
for (let tries = 0; tries < 3 && code === 28; tries += 1)
  code = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`, {
    signal: AbortSignal.timeout(patienceMs),
  }).then(
    ({ ok }) => (ok ? 0 : 1),
    ({ name }) => (name === 'TimeoutError' ? 28 : 1),
  )
process.exit(code)
