import type { SessionView } from '#events/events.ts'
import { inDollars } from '#platform/format/money.ts'
import { ApiProblem, callApi, NoAnswer } from '#platform/http/call-api.ts'
import { addToCart, type CartItem, maxCartItems } from '#registrations/cart.ts'
import type { EventPageData } from './event-page.server.ts'
import type { Toast } from './register-free.ts'

export type Choice = { session?: number | undefined; player?: string }

export const parseChoice = (form: FormData): Choice => ({
  session: Number(form.get('session')) || undefined,
  player: String(form.get('player') ?? ''),
})

/** Stored in the history entry, so that the back button restores it. */
export function storeChoice(choice: Choice) {
  const { state } = window.history
  window.history.replaceState({ ...state, usr: { ...state?.usr, choice } }, '')
}

export const storedChoice = (): Choice => window.history.state?.usr?.choice ?? {}

export function missingFields({ session, player }: Choice): Record<string, string> {
  return {
    ...(!session && { session: 'Choose a session before adding to cart' }),
    ...(!player && { player: 'Choose a player before adding to cart' }),
  }
}

export function cartItem(
  owner: string,
  event: EventPageData['event'],
  session: SessionView,
  player: CartItem['player'],
): CartItem {
  return {
    owner,
    event: { id: event.id, name: event.name, price: inDollars(event.priceCents), type: event.kind },
    player,
    eventSession: {
      id: session.id,
      session_number: session.number,
      start_date: session.startsOn,
      end_date: session.endsOn,
      start_date_str: session.starts,
      end_date_str: session.ends,
      description: session.description,
    },
  }
}

/** Checks with the server, then adds to the cart; returns the toast. */
export async function tryToAdd(item: CartItem | undefined): Promise<Toast> {
  if (!item) return unknownToForm
  let note = ''
  try {
    const { event, player, eventSession } = item
    const { registered, message } = await callApi<{ registered: boolean; message: string }>(
      '/check-registered',
      {
        event,
        player,
        eventSession,
      },
    )
    if (registered) return { text: message, tone: 'bad', ms: 10_000 }
    note = message
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.code === 'signed-out') return unknownToForm
    if (problem instanceof ApiProblem && problem.status === 409)
      return {
        ...{ text: problem.message, tone: 'bad', ms: 10_000 },
        ...(problem.code === 'does-not-fit' && { misfit: true }),
      }
    if (problem instanceof ApiProblem || problem instanceof NoAnswer) return failed
    throw problem
  }
  return { ...added[addToCart(item)], ...(note && { note }) }
}

/** Registers at once where the event is free; its code is loaded on demand. */
export async function tryToRegister(item: CartItem | undefined): Promise<Toast> {
  if (!item) return unknownToForm
  const part = await import('./register-free.ts').catch(() => undefined)
  return part ? part.registerFree(item, { signedOut: unknownToForm, failed }) : failed
}

const added: Record<ReturnType<typeof addToCart>, Toast> = {
  added: { text: 'Successfully Added to Cart!', ms: 2000 },
  already: { text: 'Already added to your cart!', tone: 'bad', ms: 2000 },
  'too-many': {
    text: `A cart takes ${maxCartItems} sessions. Check out, then add more.`,
    tone: 'bad',
    ms: 10_000,
  },
}

/** Signed out, or called without session or player. */
const unknownToForm: Toast = {
  text: 'Unknown error occurred, please try again or contact support.',
  tone: 'bad',
  ms: 5000,
}
const failed: Toast = { text: 'Unknown error, please try again or contact support.', tone: 'bad', ms: 5000 }
