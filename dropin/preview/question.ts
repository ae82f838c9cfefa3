/** Cards that a visitor may type, and what becomes of each. */
export const testCards = [
  { number: '4111111111111111', cvv: '123', does: 'is taken' },
  { number: '5555555555554444', cvv: '123', does: 'is a MasterCard' },
  { number: '378282246310005', cvv: '1234', does: 'is an American Express' },
  { number: '4000000000009995', cvv: '123', does: 'is refused' },
]
/** Of scenarios: a bank that asks, a card that is saved already, and a CVV that the bank does not confirm. */
export const challengedCard = { number: '4000000000002503', cvv: '123' }
const savedCard = { number: '4012888888881881', cvv: '123' }
const unconfirmedCard = { number: '4111111111111111', cvv: '200' }
/** Stands for all that the sandbox takes for real ones, and refuses. */
const realCard = { number: '4539578763621486', cvv: '123' }
export const cards = [
  ...testCards.map(({ does: _, ...card }) => card),
  challengedCard,
  savedCard,
  unconfirmedCard,
  realCard,
]

/** By what a question to the gateway is known: the same when it is recorded and when it is answered. */
export function questionOf(method: string, address: string, body: string) {
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

/** An answer of the gateway; none where the connection was lost. */
export type Answer = { status: number; type: string; body: string; location?: string; after?: number } | null

/** What a gateway answered that is set up in one way. Its own address in that is `{gateway}`. */
export type SetUp = { token: string; answers: Record<string, Answer> }

/** Each scenario with the number of its set-up. */
export type Recording = { scenarios: Record<string, number>; setUps: SetUp[] }
