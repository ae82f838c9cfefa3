/** Test cards with their outcome. */
export const testCards = [
  { number: '4111111111111111', cvv: '123', does: 'is taken' },
  { number: '5555555555554444', cvv: '123', does: 'is a MasterCard' },
  { number: '378282246310005', cvv: '1234', does: 'is an American Express' },
  { number: '4000000000009995', cvv: '123', does: 'is refused' },
]
/** Scenarios: a challenge, a saved card, and a CVV mismatch. */
export const challengedCard = { number: '4000000000002503', cvv: '123' }
const savedCard = { number: '4012888888881881', cvv: '123' }
const unconfirmedCard = { number: '4111111111111111', cvv: '200' }
/** Any card that the sandbox takes for a real one, and declines. */
const realCard = { number: '4539578763621486', cvv: '123' }
export const cards = [
  ...testCards.map(({ does: _, ...card }) => card),
  challengedCard,
  savedCard,
  unconfirmedCard,
  realCard,
]

/** Key of a request, for recording and replay. */
export function requestKey(method: string, address: string, body: string) {
  const { pathname, searchParams } = new URL(address, 'http://gateway')
  const place = pathname.slice(1).replace(/^merchants\/\w+\/client_api\/v1\//, '')
  if (place === 'smart/button') return `${place} ${searchParams.get('label')}`
  if (place.startsWith('three-d-secure/bank/')) return `bank ${new URLSearchParams(body).get('choice') ?? ''}`
  if (place === 'three-d-secure/complete') return `complete ${new URLSearchParams(body).get('MD')}`
  const { query = '', variables, creditCard } = body ? JSON.parse(body) : {}
  const [, operation] = /^\s*(?:query|mutation) (\w+)/.exec(query) ?? []
  const card = creditCard ?? variables?.input?.creditCard
  return [method, place, operation, card && cardIn(card)].filter(Boolean).join(' ')
}

function cardIn({ number, cvv }: { number?: string; cvv?: string }) {
  const same = cards.filter((card) => card.number === number)
  const known = same.find((card) => card.cvv === cvv) ?? same[0] ?? realCard
  return `${known.number} ${known.cvv}`
}

/** Null: the connection was lost. */
export type Answer = { status: number; type: string; body: string; location?: string; after?: number } | null

/** Recorded answers of one set-up; `{gateway}` stands for its address. */
export type SetUp = { token: string; answers: Record<string, Answer> }

/** Scenarios by the number of their set-up. */
export type Recording = { scenarios: Record<string, number>; setUps: SetUp[] }
