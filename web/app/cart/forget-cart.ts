import { saveCart } from '#registrations/cart.ts'

/** A sign-out or deletion: afterwards this browser clears the cart of `account`, and typed drafts. */
export async function forgetCart<Answer>({
  request,
  serverAction,
}: {
  request: Request
  serverAction: () => Promise<Answer>
}): Promise<Answer> {
  const account = (await request.clone().formData()).get('account')
  try {
    return await serverAction()
  } catch (answer) {
    if (answer instanceof Response && typeof account === 'string') {
      saveCart(account, [])
      sessionStorage.clear()
    }
    throw answer
  }
}
