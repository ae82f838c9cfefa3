// npm run conformance: our list of calls through the official SDK, each with what was expected and what came.
// npm run conformance -- faults merchants: only these areas (the files of areas/).
import { readdirSync } from 'node:fs'
import { merchantOf } from '../tests/clients.ts'
import { startSandbox } from '../tests/running.ts'
import { openReport, type Report } from './report.ts'

/** Where the calls of one area go: a sandbox of its own, as a process, and a merchant with the official SDK. */
export type World = {
  sandbox: Awaited<ReturnType<typeof startSandbox>>
  merchant: ReturnType<typeof merchantOf>
} & Pick<Report, 'check' | 'checkThrows'>

const areas = askedAreas(process.argv.slice(2))
const { counts, check, checkThrows } = openReport(console.log)
// Two at a time: an area waits a good part of its time.
await Promise.all([runAreas(), runAreas()])
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed ? 1 : 0

function askedAreas(asked: string[]): string[] {
  const all = readdirSync(new URL('areas/', import.meta.url)).map((file) => file.replace('.ts', ''))
  const unknown = asked.filter((name) => !all.includes(name))
  if (unknown.length) {
    console.error(`There is no area ${unknown.join(', ')}, only ${all.toSorted().join(', ')}.`)
    process.exit(1)
  }
  return (asked.length ? asked : all).toSorted()
}

async function runAreas() {
  for (let area = areas.shift(); area; area = areas.shift()) await runArea(area)
}

async function runArea(area: string) {
  const named = (name: string) => `${area}: ${name}`
  const sandbox = await startSandbox()
  try {
    const { run } = await import(`./areas/${area}.ts`)
    await run({
      sandbox,
      merchant: merchantOf(sandbox),
      check: (name, came, expected) => check(named(name), came, expected),
      checkThrows: (name, call, type) => checkThrows(named(name), call, type),
    } satisfies World)
  } catch (problem) {
    console.error(problem)
    check(named('runs to its end'), String(problem), 'no exception')
  } finally {
    await sandbox.stop()
  }
}
