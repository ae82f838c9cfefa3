// What is checked without running the site. Each check counts as one in the totals.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { binOf, root, run } from './tools.mjs'

const workspaces = ['web', 'dropin', 'sandbox', 'e2e', 'bench']
const node = (args, options) => run(process.execPath, args, options)
const types = (workspace) => ({
  name: `types of ${workspace}`,
  run: async () => {
    if (workspace === 'web') {
      const made = await node([binOf('@react-router/dev', 'react-router'), 'typegen'], {
        cwd: join(root, 'web'),
      })
      if (made.code !== 0) return made
    }
    return node([binOf('typescript-native', 'tsc'), '-p', workspace])
  },
})

/** @type {{ name: string, run: () => Promise<{ code: number, output: string }> }[]} */
export const checks = [
  { name: 'format and lint', run: () => node([binOf('@biomejs/biome', 'biome'), 'ci', '--colors=off']) },
  ...workspaces.map(types),
  ...['tsconfig.original.json', 'tsconfig.json'].map((config) => ({
    name: `a shop's page by ${config === 'tsconfig.json' ? 'our' : "the original's"} types`,
    run: () => node([binOf('typescript-native', 'tsc'), '-p', `dropin/tests/types/${config}`]),
  })),
  { name: 'package of the widget', run: () => node(['scripts/package.mjs']) },
  {
    name: 'import rules',
    run: () => node([binOf('dependency-cruiser', 'depcruise'), ...workspaces]),
  },
  { name: 'unused code and packages', run: () => node([binOf('knip'), '--no-progress']) },
  {
    name: 'sizes of the card frames',
    run: () => node(['--import', 'tsx', 'frames/build.ts'], { cwd: join(root, 'dropin') }),
  },
  { name: 'scripts of the event page', run: () => node(['scripts/page-weight.mjs']) },
  { name: 'packages held back', run: () => node(['scripts/outdated.mjs', '--check']) },
  { name: 'tests by statement', run: () => node(['scripts/coverage.mjs', '--check']) },
]

/**
 * Runs Vitest, all of it or the files whose paths hold one of `files`, and counts: on PostgreSQL where `databaseUrl`
 * names a cluster, else on PGlite.
 */
export async function vitest({ databaseUrl = '', files = [] }) {
  return counted((report) =>
    node(
      [
        binOf('vitest'),
        'run',
        ...files,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      {
        env: { NODE_ENV: 'test', TEST_DATABASE_URL: databaseUrl, NO_COLOR: '1' },
      },
    ),
  )
}

/** Runs the sandbox's list of calls through the official SDK, all or those of some areas; it counts by itself. */
export function conformance({ databaseUrl = '', areas = [] }) {
  const files = areas.map((area) => `areas/${area}.ts`)
  return node([binOf('vitest'), 'run', '--config', 'conformance/vitest.config.ts', ...files], {
    cwd: join(root, 'sandbox'),
    env: { TEST_DATABASE_URL: databaseUrl, NO_COLOR: '1' },
    show: true,
  })
}

/** Runs the journeys in Chromium against the built site and counts. */
export async function playwright({ chromium, databaseUrl = '', args }) {
  return counted((report) =>
    node([binOf('@playwright/test', 'playwright'), 'test', ...args, '--reporter=list,json'], {
      cwd: join(root, 'e2e'),
      env: {
        CHROMIUM: chromium,
        TEST_DATABASE_URL: databaseUrl,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        NO_COLOR: '1',
        FORCE_COLOR: undefined,
      },
      show: true,
    }),
  )
}

/** Kills and crowds against the built site on PostgreSQL: a short slice of them, or the whole. */
export async function drills({ databaseUrl, isWhole, args }) {
  return counted((report) =>
    node(
      [
        binOf('vitest'),
        'run',
        ...args,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      {
        cwd: join(root, 'e2e'),
        env: {
          TEST_DATABASE_URL: databaseUrl,
          NODE_ENV: 'test',
          DRILL: isWhole ? 'whole' : 'slice',
          NO_COLOR: '1',
        },
        show: true,
      },
    ),
  )
}

/**
 * Adds the numbers of a runner's report. A run that broke off counts as one failure, and so does a skipped test, but for
 * one that lacks a program of this machine: `notRun` names it.
 */
export async function counted(work) {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-report-'))
  const report = join(folder, 'report.json')
  const { code, output } = await work(report)
  const { passed, failed, notRun } = existsSync(report)
    ? numbersOf(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, notRun: [] }
  rmSync(folder, { recursive: true })
  return { output, passed, notRun, failed: failed || (code === 0 && passed > 0 ? 0 : 1) }
}

function numbersOf({ stats, numPassedTests, numTotalTests, testResults }) {
  if (stats)
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped, notRun: [] }
  const notRun = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, meta }) => status === 'skipped' && meta?.missing)
    .map(({ fullName, meta }) => `${fullName} (${meta.missing} is not here)`)
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests - notRun.length, notRun }
}
