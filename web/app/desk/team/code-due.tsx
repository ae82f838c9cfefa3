import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { useBotCheckWhereNeeded } from '#bot-check/bot-check.tsx'
import { secondStepCheckAction } from '#people/people.ts'
import { codeDue } from '#platform/forms/stay-on-page.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Refused } from '#ui/refused.tsx'
import type { SecondStepReply } from './second-step.route.tsx'
import { CodeField } from './second-step-parts.tsx'

/** Dialog for a second step that expired while a form was filled in; the form stays. */
export function CodeDue() {
  const fetcher = useFetcher<SecondStepReply>()
  const [isDue, setDue] = useState(false)
  const [taken, setTaken] = useState<SecondStepReply>()
  useEffect(() => {
    const ask = () => setDue(true)
    addEventListener(codeDue, ask)
    return () => removeEventListener(codeDue, ask)
  }, [])
  const reply = fetcher.data
  const botCheck = useBotCheckWhereNeeded(reply, secondStepCheckAction)
  if (reply?.isOpen && reply !== taken) {
    setTaken(reply)
    setDue(false)
  }
  const isBusy = fetcher.state !== 'idle'
  return (
    <Dialog title="Your code again" open={isDue} onClose={() => setDue(false)}>
      <p>The desk asks for it every 12 hours. What you entered on this page stays.</p>
      <Refused reply={reply} />
      <fetcher.Form
        method="post"
        action="/desk/second-step?stay"
        className="stack"
        noValidate
        onSubmit={botCheck.after()}
      >
        <CodeField problem={reply?.problems?.code} />
        {botCheck.line}
        <Button type="submit" variant="ball" busy={isBusy}>
          {isBusy ? 'Opening' : 'Open the desk'}
        </Button>
      </fetcher.Form>
      <a className="alone" href="/desk/second-step" target="_blank" rel="noreferrer">
        Use a passkey or a recovery code, in a new tab
      </a>
    </Dialog>
  )
}
