import { npm } from '../tools.mjs'

export function reportTotals({ passed, failed, notRun = [] }) {
  for (const name of new Set(notRun)) console.log(`not run: ${name}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed ? 1 : 0
}

/** npm may print a line after the totals. */
export async function typed(...args) {
  const { code, output } = await npm(['run', ...args])
  const [, passed = 0, failed = 0] = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? []
  return { code, output, passed: Number(passed), failed: Number(failed) || (code === 0 ? 0 : 1) }
}

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

  const check = (name, work) =>
    phase(name, async () => {
      const { code, output } = await work()
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
    })

  async function checkAll(checks) {
    const waiting = [...checks]
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await check(next.name, next.run)
    }
    await Promise.all([lane(), lane()])
  }

  function conclude() {
    console.log(`\n${((Date.now() - started) / 1000).toFixed(0)} s in all`)
    reportTotals(totals)
  }

  return { phase, check, checkAll, conclude }
}
