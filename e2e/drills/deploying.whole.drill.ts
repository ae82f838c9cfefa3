import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/tools.mjs'
import { bootMachine, type Machine, trusted } from './support/machine.ts'
import { provideNode } from './support/node-release.ts'
import {
  keys,
  openOffsite,
  openPost,
  repositoryIn,
  standInForOthers,
  standInForServices,
} from './support/stand-ins.ts'
import { until } from './support/town.ts'

const name = 'tennis.example'
const address = '/srv/courtside.git'
const site = `https://${name}`

/** What stands in the settings of the repository with “…”. */
const settings: Record<string, string> = {
  SITE_URL: site,
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'help@club.example.org',
  OPERATOR_EMAIL: 'you@example.org',
  GATEWAY_ENVIRONMENT: 'sandbox',
  GATEWAY_MERCHANT_ID: keys.merchantId,
  GATEWAY_PUBLIC_KEY: keys.publicKey,
  GATEWAY_PRIVATE_KEY: keys.privateKey,
  GATEWAY_TOKENIZATION_KEY: `sandbox_drill_${keys.merchantId}`,
}

/** The lines of the document from this bold word on, up to the next one. */
function linesOf(part: string): string[] {
  const text = readFileSync(join(root, 'docs/deploying.md'), 'utf8')
  const from = text.indexOf(`\n**${part}`)
  if (from < 0) throw new Error(`The document has no part “${part}”.`)
  const [, body = ''] = /^([\s\S]*?)(?:\n\*\*|\n## |$(?![\s\S]))/.exec(text.slice(from + 3)) ?? []
  return body
    .split('\n')
    .filter((line) => /^ {4}(?![A-Z_]+=)/.test(line) && !line.endsWith('# not run here'))
    .map((line) => line.trim().replaceAll('NAME', name).replaceAll('ADDRESS', address))
}

const isOnline = (line: string) => /^apt-get|^npm run build/.test(line)

/** Types what stands there, line by line. A line in `mayFail` ends with 1. */
async function walk({ type }: Machine, part: string, { only = /^/, mayFail = /^$/, day = '' } = {}) {
  const said: string[] = []
  const lines = linesOf(part).map((line) => line.replaceAll('DAY', day))
  for (const line of lines.filter((one) => only.test(one))) {
    const { code, output } = await type(line, { online: isOnline(line) })
    const journal = code === 0 ? '' : (await type('journalctl --no-pager --lines=60')).output
    expect(code, `${line}\n${output}\n${journal}`).toBe(mayFail.test(line) ? 1 : 0)
    said.push(output)
  }
  return said.join('\n')
}

test('whoever types deploying.md line by line on a new Debian has the site behind TLS without anything of the demo, receipts by mail, backups here and elsewhere, updates, a way back, and a doctor that finds nothing wrong; mail that is refused and a disk that is full pass', {
  timeout: 1_800_000,
}, async ({ onTestFinished }) => {
  const machine = await bootMachine({ gigabytes: 8, node: await provideNode('24') })
  onTestFinished(machine.close)
  const repository = repositoryIn(machine, address)
  onTestFinished(repository.remove)
  const inRoot = (path: string) => join(machine.root, path)
  const must = async (...lines: string[]) => {
    let said = ''
    for (const line of lines) {
      const { code, output } = await machine.type(line)
      expect(code, `${line}\n${output}`).toBe(0)
      said = output.trim()
    }
    return said
  }
  const count = (of: string) =>
    must(`runuser -u postgres -- psql --tuples-only --no-align -c "select count(*) from ${of}" courtside`)
  const doctor = async () => {
    const { code, output } = await machine.type("runuser -l courtside -c 'npm run --silent doctor'")
    return { code, wrong: output.split('\n').filter((line) => line.startsWith('wrong')) }
  }
  const well = { code: 0, wrong: [] }
  /** Gives as a guest, and waits for the receipt. */
  const give = (email: string) =>
    must(`cd /opt/courtside && node --import tsx e2e/drills/support/machine-gift.ts ${site} ${email}`)
  const letterTo = (email: string, holds: string) => {
    const letters = () =>
      readdirSync(inRoot('var/mail/drill')).map((file) =>
        readFileSync(inRoot(`var/mail/drill/${file}`), 'utf8'),
      )
    const isIt = (letter: string) => letter.includes(`To: ${email}`) && letter.includes(holds)
    return until(async () => letters().find(isIt), 120, `a letter to ${email} with ${holds}`)
  }
  /** How a PDF begins, in a letter. */
  const pdf = 'JVBERi'

  await standInForOthers(machine, name)
  await walk(machine, 'The programs')
  await walk(machine, 'The site, and its database')
  await must(...standInForServices('/opt/courtside'), 'cd /opt/courtside')
  const [key = ''] = /^BACKUP_KEY=.*$/m.exec(await walk(machine, 'The settings')) ?? []
  const filled = readFileSync(inRoot('etc/courtside.env'), 'utf8').replace(/^(\w+)=.*$/gm, (line, setting) =>
    setting === 'BACKUP_KEY' ? key : setting in settings ? `${setting}=${settings[setting]}` : line,
  )
  expect(filled).not.toContain('…')
  writeFileSync(inRoot('etc/courtside.env'), `${filled}NODE_EXTRA_CA_CERTS=${trusted}\n`)
  await walk(machine, 'The start')
  await walk(machine, 'The door')
  expect([await count('accounts'), await count('events')], 'of the demo').toEqual(['0', '0'])
  writeFileSync(inRoot('root/season.yaml'), ownSeason())
  await walk(machine, 'The programme')
  await letterTo('you@example.org', `${site}/`)
  await walk(machine, 'Is everything right?')
  expect(await doctor()).toEqual(well)
  await give('first@example.org')
  await letterTo('first@example.org', pdf)

  await must('systemctl stop post')
  await give('refused@example.org')
  expect((await doctor()).wrong).toEqual([expect.stringContaining('Mail server: does not take our mail')])
  await must(openPost('/opt/courtside'))
  await letterTo('refused@example.org', pdf)

  await must(
    'fallocate --length $(df --output=avail --block-size=1M / | tail -1)M /ballast; dd if=/dev/zero of=/rest status=none; true',
  )
  expect((await machine.type('systemctl start courtside-backup')).code, 'a backup on a full disk').toBe(1)
  expect((await doctor()).wrong.join()).toContain('Disk: 0 %')
  expect(await must(`curl --fail --silent ${site}/`)).toContain('Fairmeadow')
  await must('rm /ballast /rest', 'systemctl stop post; true', openPost('/opt/courtside'))
  await until(async () => (await doctor()).code === 0, 120, 'all well once there is room')
  await must('systemctl start courtside-backup')

  await walk(machine, 'A copy elsewhere', { only: /^apt-get/ })
  await must(...openOffsite)
  await walk(machine, 'A copy elsewhere')
  const day = await must('date +%F')
  expect(readdirSync(inRoot('srv/offsite/kept'))).toEqual([`${day}.age`])

  repository.publishWith('newer.txt')
  await walk(machine, 'A new version:')
  expect(await must(`curl --fail --silent --retry 9 --retry-all-errors ${site}/newer.txt`)).toBe('newer')

  const lost = await give('lost@example.org')
  await walk(machine, 'A backup comes back', { day, mayFail: /doctor/ })
  expect(await count("donations where email = 'first@example.org'")).toBe('1')
  expect(await count("donations where email = 'lost@example.org'"), lost).toBe('0')
  expect([await count('accounts'), await count('accounts where is_demo')]).toEqual(['0', '0'])
  expect(await doctor()).toEqual(well)
})

/** The season of the demo as a programme of its own: no accounts, no pictures, another address. */
function ownSeason() {
  const [season = ''] = readFileSync(join(root, 'season.yaml'), 'utf8').split(/^demo:/m)
  return season
    .replaceAll('courtside.example', 'club.example.org')
    .replace(/^ +(demo|picture|coaches): .*\n/gm, '')
}
