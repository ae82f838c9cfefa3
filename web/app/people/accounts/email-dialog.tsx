import { type MouseEvent, type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Dialog } from '#ui/dialog.tsx'
import { withNext } from '../login-address.ts'
import { EmailForm, titles } from './email-form.tsx'

type Props = { purpose: keyof typeof titles; email?: string; className?: string; children: ReactNode }

/** Opens the email modal; without script its page. */
export function EmailDialogLink({ purpose, email, className, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [search] = useSearchParams()
  const page = `/pages/forget/password${purpose === 'activation' ? '?for=activation' : ''}`
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
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
        <EmailForm purpose={purpose} email={email} />
      </Dialog>
    </>
  )
}
