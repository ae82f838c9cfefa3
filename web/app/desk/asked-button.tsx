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

/** Sends its form once a dialog has asked: for what cannot be undone. Before the scripts are there, it sends at once. */
export function AskedButton({ question, consequence, verb, variant = 'danger', ...button }: Props) {
  const sender = useRef<HTMLButtonElement>(null)
  const [isAsking, setAsking] = useState(false)
  function act() {
    setAsking(false)
    sender.current?.form?.requestSubmit(sender.current)
  }
  return (
    <>
      <Button
        {...button}
        ref={sender}
        type="submit"
        variant={variant}
        onClick={(event) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        {verb}
      </Button>
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
