// Serves the built site. Not bundled: `import.meta.url` here is the real place of `web/`.
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

/** What a wrong setting ends with: whoever starts programs again leaves this one (deploy/courtside.service). */
const wrongSetting = 78
/** What the site ends with when it wants to be started again, with other settings. */
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

/** Longer than a proxy keeps a connection (nginx a minute, Caddy two), or it would send a request on one that is just being closed. */
const keepAliveTimeout = 125_000
/** How many may stand at the door when all come at once: as many as Linux allows. Node's 511 turn families away. */
const backlog = 4096

/** A server on one address; undefined where the machine has no such address of its own, such as none of IPv6. */
const listen = (hostname) =>
  new Promise((resolve) => {
    const server = createServer({ keepAliveTimeout, requireHostHeader: false }, answer)
    server.listen({ port, host: hostname, backlog }, () => resolve(server))
    server.on('clientError', answerBroken(world.env))
    // Who expects what nobody knows gets what was asked for, with its headers; Node by itself says 417 without any.
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

/** What is under way ends within that: a payment may wait for the gateway. */
const patienceMs = (world.env.gateway.overAfterSeconds + 10) * 1000
/** A job that still waits then is left as by a kill, before whoever asked for the end makes one: the next start goes on with it. */
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
  // Those that are kept open for a next request end with the answer that is under way.
  setInterval(() => {
    for (const server of servers) server.closeIdleConnections?.()
  }, 100).unref()
  await Promise.all(closed)
  await world.close()
  process.exit(code)
}
// 'disconnect': the program that started this one is gone, and nobody else would end it.
for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(event, () => endInOrder(0))
