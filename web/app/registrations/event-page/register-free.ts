import { ApiProblem, callApi, NoAnswer, wait } from '#platform/http/call-api.ts'
import type { CartItem } from '#registrations/cart.ts'

/** `page`: navigate there instead; `note`: shown below the form; `misfit`: the session is for another age. */
export type Toast = { text: string; tone?: 'bad'; ms: number; page?: string; note?: string; misfit?: boolean }

/** One idempotency key until the outcome is known, so that a retry after a lost answer registers once. */
let attempt = { purpose: '', key: '' }

export async function registerFree(
  item: CartItem,
  toasts: { signedOut: Toast; failed: Toast },
): Promise<Toast> {
  const purpose = `${item.player.id} ${item.eventSession.id}`
  if (attempt.purpose !== purpose) attempt = { purpose, key: crypto.randomUUID() }
  try {
    const { order_id } = await callApi<{ order_id: string }>(
      '/process-all-cart-items',
      { cart: [item], payment: 'later' },
      attempt.key,
    )
    attempt = { purpose: '', key: '' }
    return { text: '', ms: 0, page: `/pages/order/success/${order_id}` }
  } catch (problem) {
    if (problem instanceof NoAnswer) return bad('We lost the connection. Press Register again.')
    if (!(problem instanceof ApiProblem)) throw problem
    if (problem.code === 'signed-out') return toasts.signedOut
    if (problem.code === 'in-line') {
      await wait(Number(problem.body.ask_again_seconds) * 1000)
      return registerFree(item, toasts)
    }
    return problem.status < 500 ? { ...bad(problemMessage(problem)), ...misfitIn(problem) } : toasts.failed
  }
}

const bad = (text: string): Toast => ({ text, tone: 'bad', ms: 10_000 })

const misfitIn = ({ body: { codes } }: ApiProblem) =>
  Array.isArray(codes) && codes[0] === 'does-not-fit' ? { misfit: true } : {}

function problemMessage({ body, message }: ApiProblem): string {
  const [first] = Array.isArray(body.problems) ? body.problems : []
  return typeof first === 'string' ? first : message
}
