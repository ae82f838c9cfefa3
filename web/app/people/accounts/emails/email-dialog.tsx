import { type MouseEvent, type ReactNode, type RefObject, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { withNext } from '#people/sign-in/login-address.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EmailForm, titles } from './email-form.tsx'

type Props = {
  purpose: keyof typeof titles
  /** A known address, or the form whose `email` field holds it. */
  email?: string | RefObject<HTMLFormElement | null>
  className?: string
  children: ReactNode
}

/** Without script it links to the page. */
export function EmailDialogLink({ purpose, email, className, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [written, setWritten] = useState<string>()
  const [search] = useSearchParams()
  const page = `/pages/forget/password${purpose === 'activation' ? '?for=activation' : ''}`
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setWritten(typeof email === 'object' ? writtenIn(email.current) : email)
    setOpen(true)
  }
  return (
    <>
      <p>
        <Link to={withNext(page, search.get('next'))} className={className} onClick={open}>
          {children}
        </Link>
      </p>
      <Dialog title={titles[purpose]} open={isOpen} onClose={() => setOpen(false)}>
        <EmailForm key={written} purpose={purpose} email={written} />
      </Dialog>
    </>
  )
}

function writtenIn(form: HTMLFormElement | null) {
  const field = form?.elements.namedItem('email')
  return field instanceof HTMLInputElement ? field.value : undefined
}
