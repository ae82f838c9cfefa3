import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { binPath, root, run } from '../tools.mjs'

const workspaces = ['web', 'dropin', 'sandbox', 'e2e', 'bench']
const node = (args, options) => run(process.execPath, args, options)
const types = (workspace) => ({
  name: `types of ${workspace}`,
  run: async () => {
    if (workspace === 'web') {
      const made = await node([binPath('@react-router/dev', 'react-router'), 'typegen'], {
        cwd: join(root, 'web'),
      })
      if (made.code !== 0) return made
    }
    return node([binPath('typescript-native', 'tsc'), '-p', workspace])
  },
})

/** @type {{ name: string, run: () => Promise<{ code: number, output: string }> }[]} */
export const checks = [
  { name: 'format and lint', run: () => node([binPath('@biomejs/biome', 'biome'), 'ci', '--colors=off']) },
  ...workspaces.map(types),
  ...['tsconfig.original.json', 'tsconfig.json'].map((config) => ({
    name: `a shop's page by ${config === 'tsconfig.json' ? 'our' : "the original's"} types`,
    run: () => node([binPath('typescript-native', 'tsc'), '-p', `dropin/tests/types/${config}`]),
  })),
  { name: 'package of the widget', run: () => node(['scripts/checks/package.mjs']) },
  {
    name: 'import rules',
    run: () => node([binPath('dependency-cruiser', 'depcruise'), ...workspaces]),
  },
  { name: 'unused code and packages', run: () => node([binPath('knip'), '--no-progress']) },
  {
    name: 'sizes of the card frames',
    run: () => node(['--import', 'tsx', 'frames/build.ts'], { cwd: join(root, 'dropin') }),
  },
  { name: 'scripts of the event page', run: () => node(['scripts/checks/page-weight.mjs']) },
  { name: 'packages held back', run: () => node(['scripts/outdated.mjs', '--check']) },
  { name: 'tests by statement', run: () => node(['scripts/coverage.mjs', '--check']) },
]

/** Without `databaseUrl`, on PGlite. */
export async function vitest({ databaseUrl = '', files = [] }) {
  return countTests((report) =>
    node(
      [
        binPath('vitest'),
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

export function conformance({ databaseUrl = '', areas = [] }) {
  const files = areas.map((area) => `areas/${area}.ts`)
  return node([binPath('vitest'), 'run', '--config', 'conformance/vitest.config.ts', ...files], {
    cwd: join(root, 'sandbox'),
    env: { TEST_DATABASE_URL: databaseUrl, NO_COLOR: '1' },
    show: true,
  })
}

export async function playwright({ chromium, databaseUrl = '', args }) {
  return countTests((report) =>
    node([binPath('@playwright/test', 'playwright'), 'test', ...args, '--reporter=list,json'], {
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

export async function drills({ databaseUrl, isWhole, args }) {
  return countTests((report) =>
    node(
      [
        binPath('vitest'),
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

/** An aborted run or a skipped test counts as a failure, unless `notRun` names a missing program. */
export async function countTests(work) {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-report-'))
  const report = join(folder, 'report.json')
  const { code, output } = await work(report)
  const { passed, failed, notRun } = existsSync(report)
    ? readCounts(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, notRun: [] }
  rmSync(folder, { recursive: true })
  return { output, passed, notRun, failed: failed || (code === 0 && passed > 0 ? 0 : 1) }
}

function readCounts({ stats, numPassedTests, numTotalTests, testResults }) {
  if (stats)
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped, notRun: [] }
  const notRun = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, meta }) => status === 'skipped' && meta?.missing)
    .map(({ fullName, meta }) => `${fullName} (${meta.missing} is not here)`)
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests - notRun.length, notRun }
}
