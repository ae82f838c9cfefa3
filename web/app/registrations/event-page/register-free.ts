import { ApiProblem, callApi, NoAnswer, wait } from '#platform/http/call-api.ts'
import type { CartItem } from '#registrations/cart.ts'

/** `page`: where to go instead of showing it; `note`: what stands below the form besides; `misfit`: the session is for another age. */
export type Toast = { text: string; tone?: 'bad'; ms: number; page?: string; note?: string; misfit?: boolean }

/** One for what is tried, until its end is known: pressed again after a lost answer it registers once. */
let attempt = { of: '', key: '' }

/** Registers for a free session, without a cart; the form says what it says itself. */
export async function registerFree(
  item: CartItem,
  says: { signedOut: Toast; failed: Toast },
): Promise<Toast> {
  const of = `${item.player.id} ${item.eventSession.id}`
  if (attempt.of !== of) attempt = { of, key: crypto.randomUUID() }
  try {
    const { order_id } = await callApi<{ order_id: string }>(
      '/process-all-cart-items',
      { cart: [item], payment: 'later' },
      attempt.key,
    )
    attempt = { of: '', key: '' }
    return { text: '', ms: 0, page: `/pages/order/success/${order_id}` }
  } catch (problem) {
    if (problem instanceof NoAnswer) return bad('We lost the connection. Press Register again.')
    if (!(problem instanceof ApiProblem)) throw problem
    if (problem.code === 'signed-out') return says.signedOut
    if (problem.code === 'in-line') {
      await wait(Number(problem.body.ask_again_seconds) * 1000)
      return registerFree(item, says)
    }
    return problem.status < 500 ? { ...bad(wordsOf(problem)), ...misfitIn(problem) } : says.failed
  }
}

const bad = (text: string): Toast => ({ text, tone: 'bad', ms: 10_000 })

const misfitIn = ({ body: { codes } }: ApiProblem) =>
  Array.isArray(codes) && codes[0] === 'does-not-fit' ? { misfit: true } : {}

/** Of a cart that changed, what is wrong with its one item. */
function wordsOf({ body, message }: ApiProblem): string {
  const [words] = Array.isArray(body.problems) ? body.problems : []
  return typeof words === 'string' ? words : message
}
