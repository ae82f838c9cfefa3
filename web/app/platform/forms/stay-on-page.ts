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
/** Told to the window when a form was not done because the desk's second step has run out. */
export const codeDue = 'code-due'

/** No answer came: the network is away, the site is, or what stands before it said so. */
export function isNoAnswer(problem: unknown): boolean {
  if (problem instanceof NoAnswer) return true
  if (isRouteErrorResponse(problem)) return [502, 503, 504].includes(problem.status)
  // The words of Chromium, Firefox and Safari, for pages and for their parts.
  const words = /failed to fetch|networkerror|load failed|importing a module|loading dynamically imported/i
  return problem instanceof TypeError && words.test(problem.message)
}

/** The guard of the desk leads a form there instead of doing it. */
const isToSecondStep = (problem: unknown) =>
  problem instanceof Response && problem.headers.get('Location')?.startsWith('/desk/second-step')

/**
 * Sends a page's form. Where no answer comes or a code is due, the page and what was typed stay, and a sentence says so:
 * `export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)`. `more` joins that reply.
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
    const reply = { ...more, values: valuesOf(form), refused: isDue ? secondStepNeeded : noAnswer }
    return data(reply as FormReply & Partial<Answer>, isDue ? 401 : 503)
  }
}

/** What was typed, by the name of its field. */
export const valuesOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
