import { data, isRouteErrorResponse } from 'react-router'
import { NoAnswer } from '#platform/http/call-api.ts'
import type { FormReply } from './submit.server.ts'

const noAnswer = {
  code: 'no-answer',
  message:
    'We could not reach the site. What you entered is still here: check your connection and send it again.',
}
const secondStepNeeded = {
  code: 'second-step-needed',
  message: 'Your code is due again. What you entered is still here: give the code, then send it again.',
}
/** Dispatched on the window when a form failed because the second step has expired. */
export const codeDue = 'code-due'

export function isNoAnswer(problem: unknown): boolean {
  if (problem instanceof NoAnswer) return true
  if (isRouteErrorResponse(problem)) return [502, 503, 504].includes(problem.status)
  // Messages of Chromium, Firefox and Safari, for pages and modules.
  const networkErrors =
    /failed to fetch|networkerror|load failed|importing a module|loading dynamically imported/i
  return problem instanceof TypeError && networkErrors.test(problem.message)
}

/** The desk's guard redirects a form there. */
const isToSecondStep = (problem: unknown) =>
  problem instanceof Response && problem.headers.get('Location')?.startsWith('/desk/second-step')

/**
 * A form's `clientAction`: without an answer, or with an expired second step, the page and the entered values stay,
 * with a sentence. `more` joins that reply.
 */
export async function stayOnPage<Answer extends FormReply>(
  { request, serverAction }: { request: Request; serverAction: () => Promise<Answer> },
  more?: Partial<Answer>,
) {
  const form = await request.clone().formData()
  try {
    return await serverAction()
  } catch (problem) {
    const isDue = isToSecondStep(problem)
    if (!isDue && !isNoAnswer(problem)) throw problem
    if (isDue) dispatchEvent(new Event(codeDue))
    const reply = { ...more, values: formValues(form), refused: isDue ? secondStepNeeded : noAnswer }
    return data(reply as FormReply & Partial<Answer>, isDue ? 401 : 503)
  }
}

export const formValues = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
