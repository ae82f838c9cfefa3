import { basename } from 'node:path'
import { afterAll, beforeAll, expect, type TaskMeta, test } from 'vitest'
import { merchantClient } from '../tests/support/clients.ts'
import { startSandbox } from '../tests/support/running.ts'
import { errorType, matches, show } from './compare.ts'

/** One call through the official SDK, with what was expected and what came. */
type Call = { isRight: boolean; line: string }
declare module 'vitest' {
  interface TaskMeta {
    calls?: Call[]
  }
}

/** Where the calls of one area go: a sandbox of its own, as a process, and a merchant with the official SDK. */
export type World = {
  sandbox: Awaited<ReturnType<typeof startSandbox>>
  merchant: ReturnType<typeof merchantClient>
  /** Compares what came with what was expected. What is wrong does not end the test. */
  check: (name: string, came: unknown, expected: unknown) => void
  /** Checks that a call is refused with the name of one of the SDK's exceptions. */
  checkThrows: (name: string, call: () => Promise<unknown>, type: string) => Promise<void>
}

/** The calls of one area, which is one file: its parts are tests, made one after the other with the same sandbox. */
export function calls(parts: Record<string, (world: World) => Promise<void>>) {
  const names = new Set<string>()
  let sandbox: World['sandbox']
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(async () => {
    await sandbox.stop()
  })
  for (const [part, work] of Object.entries(parts))
    test(part, async ({ task }) => {
      const area = basename(task.file.filepath, '.ts')
      const { check, checkThrows, made } = openList(task.meta, names, area)
      await work({ sandbox, merchant: merchantClient(sandbox), check, checkThrows }).catch((problem) =>
        check(`${part} runs to its end`, String(problem), 'no exception'),
      )
      expect(made.filter(({ isRight }) => !isRight).map(({ line }) => line)).toEqual([])
    })
}

/** The list of a test's calls, as the reporter shows and counts them. */
function openList(meta: TaskMeta, names: Set<string>, area: string) {
  const made: Call[] = []
  meta.calls = made
  function check(name: string, came: unknown, expected: unknown) {
    if (names.has(name)) throw new Error(`Two checks are called “${name}”.`)
    names.add(name)
    const isRight = matches(came, expected)
    const outcome = `expected ${show(expected)}, came ${show(came, isRight ? 60 : 2000)}`
    made.push({ isRight, line: `${isRight ? '✓' : '✗'} ${area}: ${name}: ${outcome}` })
  }
  async function checkThrows(name: string, call: () => Promise<unknown>, type: string) {
    check(name, await call().then(() => 'no exception', errorType), type)
  }
  return { check, checkThrows, made }
}
