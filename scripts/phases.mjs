import { npm } from './tools.mjs'

/** The last lines of a command that runs tests, and its exit code. */
export function tellTotals({ passed, failed, notRun = [] }) {
  for (const name of new Set(notRun)) console.log(`not run: ${name}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed ? 1 : 0
}

/** Runs a command of ours as a person types it, and reads its totals; npm may have a word after them. */
export async function typed(...words) {
  const { code, output } = await npm(['run', ...words])
  const [, passed = 0, failed = 0] = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? []
  return { code, output, passed: Number(passed), failed: Number(failed) || (code === 0 ? 0 : 1) }
}

/** Runs phase after phase, says how long each took, shows what failed, and keeps the totals. */
export function openPhases() {
  const started = Date.now()
  const totals = { passed: 0, failed: 0, notRun: [] }

  async function phase(name, work) {
    const began = Date.now()
    const { passed, failed, notRun = [], output } = await work()
    totals.passed += passed
    totals.failed += failed
    totals.notRun.push(...notRun)
    const seconds = ((Date.now() - began) / 1000).toFixed(1).padStart(6)
    const count = passed + failed === 1 ? '' : `${passed} passed${failed ? `, ${failed} failed` : ''}`
    console.log(`${failed ? '✗' : '✓'} ${seconds} s  ${name.padEnd(28)} ${count}`.trimEnd())
    if (failed) console.log(`\n${output.trim()}\n`)
    return failed === 0
  }

  /** A check that has no tests of its own: passed or failed as a whole. */
  const check = (name, work) =>
    phase(name, async () => {
      const { code, output } = await work()
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
    })

  /** All checks, two at a time. */
  async function checkAll(checks) {
    const waiting = [...checks]
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await check(next.name, next.run)
    }
    await Promise.all([lane(), lane()])
  }

  function conclude() {
    console.log(`\n${((Date.now() - started) / 1000).toFixed(0)} s in all`)
    tellTotals(totals)
  }

  return { phase, check, checkAll, conclude }
}
