// Whether the site of this machine answers. Ends with 0 when it does; with 28 when it took connections and gave no answer
// for half a minute, three times; with 1 when it is starting, or out of order.
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
