import type { Reporter, TestModule } from 'vitest/node'

/** Shows every call as it comes, and in the last line how many: what broke off without a call counts as a failed one. */
export function callReporter(): Reporter {
  return {
    onTestCaseResult(test) {
      for (const { line } of test.meta().calls ?? []) console.log(line)
    },
    onTestRunEnd(files, problems) {
      const tests = files.flatMap((file) => [...file.children.allTests()])
      const calls = tests.flatMap((test) => test.meta().calls ?? [])
      const wrong = calls.filter(({ isRight }) => !isRight)
      const broken = tests.filter(
        (test) => !test.ok() && (test.meta().calls ?? []).every(({ isRight }) => isRight),
      )
      const errors = [
        ...broken.flatMap((test) => test.result().errors ?? [{ message: `${test.fullName} did not run.` }]),
        ...files.flatMap((file: TestModule) => file.errors()),
        ...problems,
      ]
      for (const { message, stack } of errors) console.error(stack ?? message)
      for (const { line } of wrong) console.error(line)
      console.log(`\n${calls.length - wrong.length} passed, ${wrong.length + errors.length} failed`)
    },
  }
}
