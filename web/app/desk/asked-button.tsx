import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

type Props = {
  /** "Delete the draft?" */
  question: string
  /** Shown in the dialog. */
  consequence: ReactNode
  /** Label of the button. */
  verb: string
  variant?: 'bare' | 'danger' | 'outline'
  size?: 'small'
  name?: string
  value?: string
}

/** Submit button with a confirmation dialog, or a `details` element without JavaScript: for irreversible acts. */
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

/** Imitates a submit button. A permanent one would become the form's default for Enter. */
function sendAs(form: HTMLFormElement, { name = '', value = '' }: Pick<Props, 'name' | 'value'>) {
  const sender = Object.assign(document.createElement('button'), { name, value, hidden: true })
  form.append(sender)
  form.requestSubmit(sender)
  sender.remove()
}
