import { data } from 'react-router'
import { loginStart } from '#people/sign-in/login-address.ts'
import { formValues, stayOnPage } from '#platform/forms/stay-on-page.ts'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { refusals } from '#platform/refusal.ts'

/** When the session has ended, the page and the entered values stay, with a sentence. */
export async function keepTyped<Answer extends FormReply>(args: {
  request: Request
  serverAction: () => Promise<Answer>
}) {
  const form = await args.request.clone().formData()
  try {
    return await stayOnPage(args)
  } catch (problem) {
    const isToLogin = problem instanceof Response && problem.headers.get('Location')?.startsWith(loginStart)
    if (!isToLogin) throw problem
    const [status, message] = refusals['signed-out']
    const reply: FormReply = { values: formValues(form), refused: { code: 'signed-out', message } }
    return data(reply as FormReply & Partial<Answer>, status)
  }
}
