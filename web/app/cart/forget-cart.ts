import { saveCart } from '#registrations/cart.ts'

/** Sends a form that ends the sign-in of its field `account`; then this browser forgets the cart and what was typed. */
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
