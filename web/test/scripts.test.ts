import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aTerminal } from './terminal.ts'

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const noWords = '“nonsense” is not known here. This command takes no words.'

/** What each command says of a word that it does not know. The others are typed in commands.test.ts. */
const refusals: Record<string, unknown> = {
  start: noWords,
  dev: noWords,
  check: noWords,
  test: noWords,
  'db:generate': noWords,
  coverage: '“nonsense” is not known here. Known are --check.',
  outdated: '“nonsense” is not known here. Known are --check.',
  bench: '“nonsense” is not known here. Known are page, widget, queries, checkouts, gateway, gateway-memory.',
  e2e: expect.stringMatching(/^“nonsense” is not known here\. Known are account, [\w, -]+, widths\.$/),
  drill: '“nonsense” is not known here. Known are cuts, kills, last-places, late, start.',
  unit: 'No test without a database has nonsense in its path.',
  conformance: expect.stringMatching(/^There is no area nonsense, only addresses, [\w, -]+, webhooks\.$/),
}
// Each line starts npm and a program.
const slow = { timeout: 120_000 }
const others = ['season', 'record-payment', 'family']

test(
  'every command refuses a word that it does not know, in one sentence, before it installs or builds',
  slow,
  async () => {
    const { type, close } = aTerminal()

    const answers = await Promise.all(
      Object.keys(refusals).map(async (name) => ({ name, ...(await type(`npm run ${name} -- nonsense`)) })),
    )

    expect(Object.keys(scripts).sort()).toEqual([...Object.keys(refusals), ...others].sort())
    for (const { name, code, said } of answers) {
      expect(said, name).toEqual(refusals[name])
      expect([1, 2], name).toContain(code)
    }
    close()
  },
)
