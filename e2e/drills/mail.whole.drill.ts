import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { aMailServer } from '../../web/test/harness/mail-server.ts'
import { allSent, expectAgreement, expectArrived } from './support/agreement.ts'
import { openTown, until } from './support/town.ts'
import { allWays, ways } from './support/ways.ts'

/** How the wire to the mail server fails, and how often one mail may arrive by it. */
const faults = [
  { what: 'hangs up on everybody', fault: 'hang up', most: 1 },
  { what: 'takes nothing now', fault: 'refuse', most: 1 },
  { what: 'is slow with every answer', fault: 'wait', most: 1 },
  { what: 'dies in the middle of a mail', fault: 'cut', most: 1 },
  { what: 'takes a mail and dies before it says so', fault: 'swallow', most: 2 },
] as const
type Fault = (typeof faults)[number]['fault']
const strikes = ways.length

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

test.for(faults)(
  'the mail server $what: every receipt of every way to pay arrives, none is lost, and none comes as another mail again',
  async ({ fault, most }) => {
    const server = await aMailServer()
    const wire = await aBadWire(fault, server.port)
    const settings = { SMTP_URL: `smtp://127.0.0.1:${wire.port}`, LOG_LEVEL: 'silent' }
    const town = await openTown({ settings })
    cleanUps.push(server.stop, wire.stop, town.close)
    const payers = await allWays(town)

    const ends = await Promise.all(payers.map(({ family, request }) => family.pay(request)))

    expect(ends.map(({ status }) => status)).toEqual(ways.map(() => 200))
    await until(() => allSent(town), 60, 'every mail sent')
    expect(wire.struck(), 'strikes of the fault').toBeGreaterThanOrEqual(strikes)
    await expectAgreement(town)
    expect(await expectArrived(town, server.taken), 'how often one mail came').toEqual({ most })
    const to = new Set(server.taken.map((mail) => /^To: (.+)/m.exec(mail)?.[1]))
    expect(to).toEqual(new Set(payers.map(({ family }) => family.email)))
  },
)

/** A way to the mail server on this port that fails so many times, and carries everything after that. */
async function aBadWire(fault: Fault, to: number) {
  let struck = 0
  const open = new Set<Socket>()
  const strike = (act: () => unknown) => {
    struck += 1
    act()
  }
  const wire = createServer((site) => {
    const server = connect(to, '127.0.0.1')
    const cut = () => {
      site.destroy()
      server.destroy()
    }
    for (const socket of [site, server]) socket.on('error', cut).on('close', cut)
    open.add(site)
    const isBad = () => struck < strikes
    let isTakingMail = false
    if (fault === 'hang up' && isBad()) return strike(cut)
    if (fault === 'refuse' && isBad()) return strike(() => site.end('421 Try again later\r\n'))
    site.on('data', (words) => {
      if (fault !== 'cut' || !isTakingMail || !isBad()) return server.write(words)
      return strike(() => server.write(words.subarray(0, words.length / 2), cut))
    })
    server.on('data', (words) => {
      if (fault === 'swallow' && isTakingMail && isBad()) return strike(cut)
      isTakingMail = /^354/m.test(String(words))
      if (fault === 'wait' && isBad()) return strike(() => setTimeout(() => site.write(words), 1500))
      return site.write(words)
    })
  }).listen(0, '127.0.0.1')
  await once(wire, 'listening')
  const address = wire.address()
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    struck: () => struck,
    stop() {
      for (const socket of open) socket.destroy()
      wire.close()
    },
  }
}
