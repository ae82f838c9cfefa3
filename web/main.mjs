// Serves the built site. Not bundled, so that `import.meta.url` is in `web/`.
import { createServer } from 'node:http'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'

const root = fileURLToPath(new URL('.', import.meta.url))
process.chdir(root)
process.env.NODE_ENV ??= 'production'
module.enableCompileCache?.()
const site = await import('./build/server/index.js')
const { answerBroken, answerUnreadable, beginEnding, createApp, openWorld, tellStart } = site

/** Exit code of a wrong setting, after which the supervisor does not restart (deploy/courtside.service). */
const wrongSetting = 78
/** Exit code that asks for a restart, with other settings. */
const startAgain = 75
const end = (sentence, code = 1) => {
  console.error(sentence)
  process.exit(code)
}

const world = await openWorld(root).catch((problem) => {
  if (problem instanceof site.PassingProblem) end(problem.message)
  if (problem instanceof site.SettingsProblem) end(problem.message, wrongSetting)
  throw problem
})
const { port, hosts, siteUrl } = world.env
const answer = getRequestListener(createApp(world).fetch, { errorHandler: answerUnreadable(world.env) })

/** Longer than a proxy's (nginx a minute, Caddy two), else it might use a connection that is being closed. */
const keepAliveTimeout = 125_000
/** Connections that wait for accept: Linux's limit, since Node's 511 are too few in a crowd. */
const backlog = 4096

/** Undefined where the machine lacks the address, such as without IPv6. */
const listen = (hostname) =>
  new Promise((resolve) => {
    const server = createServer({ keepAliveTimeout, requireHostHeader: false }, answer)
    server.listen({ port, host: hostname, backlog }, () => resolve(server))
    server.on('clientError', answerBroken(world.env))
    // Unknown expectations are ignored; Node's own 417 would lack our headers.
    server.on('checkExpectation', answer)
    server.on('error', (problem) => {
      if (problem.code === 'EADDRINUSE')
        end(`Port ${port} is in use. Stop what uses it, or set PORT to another number.`)
      if (problem.code === 'EACCES')
        end(
          `The setting PORT is wrong: this user may not listen on ${port}. Take a number from 1024 on.`,
          wrongSetting,
        )
      if (problem.code !== 'EADDRNOTAVAIL' && problem.code !== 'ENOTFOUND') throw problem
      resolve(undefined)
    })
  })
const servers = (await Promise.all(hosts.map(listen))).filter(Boolean)
if (servers.length === 0) end('The setting HOST is wrong: this machine has no such address.')
world.log.info({ url: siteUrl }, 'the site is up')
if (process.env.STARTED_AGAIN === '1') world.restart = () => endInOrder(startAgain)
const started = await tellStart(world)
if (process.send) process.send(started)
else if (started.code) console.log(`Set this site up at ${siteUrl}/desk/set-up with the code ${started.code}`)
process.send?.('ready')

/** Grace period for open requests: a payment may wait for the gateway. */
const patienceMs = (world.env.gateway.overAfterSeconds + 10) * 1000
/** Jobs that still run then are killed, before the supervisor would: the next start resumes them. */
const longestMs = patienceMs + 3000
let isEnding = false
async function endInOrder(code) {
  if (isEnding) return
  isEnding = true
  beginEnding(world)
  setTimeout(() => process.exit(code), longestMs).unref()
  setTimeout(() => {
    for (const server of servers) server.closeAllConnections?.()
  }, patienceMs).unref()
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
  // Keep-alive connections end after their open answer.
  setInterval(() => {
    for (const server of servers) server.closeIdleConnections?.()
  }, 100).unref()
  await Promise.all(closed)
  await world.close()
  process.exit(code)
}
// 'disconnect': the parent process is gone, and nobody else would end this one.
for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(event, () => endInOrder(0))
