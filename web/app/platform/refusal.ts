export const refusals = {
  'not-possible': [409, 'That is not possible now.'],
  'not-found': [404, 'We could not find that.'],
  'not-json': [415, 'Send the body as JSON, with the header Content-Type: application/json.'],
  malformed: [400, 'The body is not JSON that we can read.'],
  'too-large': [413, 'That is more than we take at once.'],
  'signed-out': [401, 'Please log in to continue.'],
  'not-yours': [403, 'That belongs to another account.'],
  'not-a-member': [403, 'The desk is for the people who run the programme.'],
  'not-your-work': [403, 'Your role at the desk does not open this. Ask an owner if you need it.'],
  'second-step-needed': [401, 'Enter your code first.'],
  'wrong-code': [422, 'This code is not right, or was used already. Wait for the next one.'],
  'desk-key-lost': [
    409,
    'Your second step cannot be read any more: the key of the desk was changed. Use a passkey or a recovery code, or ask an owner to reset your second step.',
  ],
  'passkey-failed': [422, 'The passkey was not taken. Try again, or use a code.'],
  'last-owner': [409, 'The last owner stays: name another one first.'],
  'already-member': [409, 'This person is on the team already. Change the roles in the list.'],
  'wrong-origin': [403, 'This request came from another site.'],
  'too-many-tries': [429, 'That was tried too often. Wait a few minutes, then try again.'],
  'declined-too-often': [
    429,
    'Too many payments were declined in the last hour. Choose to pay later, wait an hour, or write to us: we will help.',
  ],
  'login-failed': [401, 'The email or password is not right.'],
  'wrong-password': [422, 'The present password is not right.'],
  'same-email': [422, 'That is your email address already.'],
  'payment-under-way': [
    409,
    'A payment of yours is in progress. Wait a few minutes until it is over, then delete your account.',
  ],
  'money-owed': [409, 'We still owe you money. Your account can be deleted when it went back to you.'],
  'comparison-under-way': [409, 'A comparison is under way. Wait a few minutes and ask again.'],
  'gateway-away': [
    503,
    'We could not reach the card company to delete your saved cards and PayPal accounts. Nothing was deleted. Try again in a few minutes.',
  ],
  'not-stored': [
    503,
    'That takes longer than it should, and we do not know yet whether it was done. Wait a few minutes and look before you try again.',
  ],
  'not-activated': [
    403,
    'Your account is not activated yet. Open the link in the activation email, or ask for a new one below.',
  ],
  'token-spent': [410, 'This link was used already or is too old.'],
  'common-password': [
    422,
    'This password is easy to guess. Choose another: three or four words that only you put together are good.',
  ],
  'bot-check-needed': [
    422,
    'Somebody has tried many passwords for this email. We check that you are human: press Login again.',
  ],
  'bot-check-failed': [
    422,
    'We could not check that you are human. Wait a moment, then send the form again.',
  ],
  'cart-changed': [409, 'Something in your cart has changed.'],
  'in-line': [429, 'You are in line for the checkout.'],
  'release-unsigned': [
    409,
    'The release is not signed yet. Sign it in your account settings, then check out: your cart stays as it is.',
  ],
  'cart-empty': [422, 'Your cart is empty.'],
  'total-changed': [409, 'The price has changed since you opened this page. Check the total and try again.'],
  'credit-changed': [
    409,
    'Your credit has changed since you opened this page. Nothing was charged. Load the page again, then try once more.',
  ],
  'not-full': [409, 'This session has places: you can register now.'],
  'already-waiting': [409, 'This player is on the list already.'],
  full: [409, 'This session is full.'],
  'does-not-fit': [409, 'This session is for another age.'],
  'hold-ended': [
    409,
    'Your places were held for a while and that time is over. Check your cart and try again.',
  ],
  'session-moved': [
    409,
    'This session was closed or moved meanwhile. Nothing was charged. Please look at your cart and check out again.',
  ],
  'held-lately': [
    409,
    'A place in this session was kept for you lately. Try again in a while, or pay later.',
  ],
  'session-started': [
    409,
    'You cannot unregister from this session since the session has already started! Please email or call us if you need further help.',
  ],
  'refund-failed': [
    422,
    'Refund failed: An error occurred, your refund was unsuccessful. Please email or call us for help requesting a refund.',
  ],
  'being-paid': [409, 'This is being paid already. Look at your registrations before you pay again.'],
  'player-too-young': [
    422,
    'Player accounts are for players of 13 and older. Please ask a parent to make an account: you can then be added to it as a player.',
  ],
  'much-more': [409, 'That is much more than is due.'],
  'wrong-day': [409, 'The money cannot have come on that day.'],
  'returned-already': [409, 'That money went back to the family already.'],
  'places-given-up': [
    409,
    'A place in this payment was given up meanwhile. Nothing was charged. Look at your registrations and pay for the others.',
  ],
  'cards-refused': [
    409,
    'Card payments do not work at the moment. Nothing was charged, and no place is kept. You can pay later, or try again in ten minutes.',
  ],
  'key-used': [
    409,
    'This was sent before for something else or another amount. Nothing was charged now. Load the page again, then try once more.',
  ],
  'phone-missing': [422, 'Valid phone number is required.'],
  'too-many-players': [422, 'This account has as many players as it can have.'],
  'too-many-contacts': [422, 'This player has as many contacts as there is room for.'],
  'card-only': [409, 'These places cannot be paid later.'],
  'too-many-free': [409, 'Your family has as many free places in this session as it can have.'],
  'not-open': [409, 'Registration is not open yet.'],
  'registration-closed': [409, 'Registration is closed.'],
  'player-registered': [409, 'This player is currently registered for sessions.'],
} as const satisfies Record<
  string,
  readonly [status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503, words: string]
>

export type RefusalCode = keyof typeof refusals

/** An expected no, shown to the visitor. `message` replaces the table's sentence, `facts` join the API's answer. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string = refusals[code][1],
    readonly facts: Record<string, unknown> = {},
  ) {
    super(message)
  }
  get status() {
    return refusals[this.code][0]
  }
}

export function refuse(code: RefusalCode, message?: string, facts?: Record<string, unknown>): never {
  throw new Refusal(code, message, facts)
}

export function orNotFound<Row>(row: Row | null | undefined): Row {
  return row ?? refuse('not-found')
}
