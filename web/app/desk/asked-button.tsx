import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

type Props = {
  /** "Delete the draft?" */
  question: string
  /** What is gone then, and for whom. */
  consequence: ReactNode
  /** What the button that does it says. */
  verb: string
  variant?: 'bare' | 'danger' | 'outline'
  size?: 'small'
  name?: string
  value?: string
}

/** Sends its form once a dialog has asked, or where there is no script what stands below it: for what cannot be undone. */
export function AskedButton({ question, consequence, verb, variant = 'danger', size, ...sent }: Props) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isAsking, setAsking] = useState(false)
  function act() {
    setAsking(false)
    if (opener.current?.form) sendAs(opener.current.form, sent)
  }
  return (
    <>
      <Button
        ref={opener}
        variant={variant}
        {...(size && { size })}
        className="awaits-script"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {verb}
      </Button>
      <noscript>
        <details className="stack">
          <summary className={`button ${variant} ${size ? 'compact' : ''}`}>{verb}</summary>
          <div className="banner due">
            <p>
              <b>{question}</b> {consequence}
            </p>
            <p className="row">
              <Button {...sent} type="submit" variant="danger">
                {verb}
              </Button>
            </p>
          </div>
        </details>
      </noscript>
      <Dialog title={question} open={isAsking} onClose={() => setAsking(false)}>
        <p>{consequence}</p>
        <p className="row">
          <Button variant="danger" onClick={act}>
            {verb}
          </Button>
          <Button onClick={() => setAsking(false)}>Not now</Button>
        </p>
      </Dialog>
    </>
  )
}

/** As a submit button in the form would. One that stood there all the time would be what Enter in a field presses. */
function sendAs(form: HTMLFormElement, { name = '', value = '' }: Pick<Props, 'name' | 'value'>) {
  const sender = Object.assign(document.createElement('button'), { name, value, hidden: true })
  form.append(sender)
  form.requestSubmit(sender)
  sender.remove()
}
