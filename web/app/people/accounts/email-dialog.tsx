import { type MouseEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Dialog } from '#ui/dialog.tsx'
import { EmailForm, titles } from './email-form.tsx'

type Props = { purpose: keyof typeof titles; email?: string; className?: string; children: ReactNode }

/** Opens the email modal; without script its page. */
export function EmailDialogLink({ purpose, email, className, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <p>
        <Link
          to={`/pages/forget/password${purpose === 'activation' ? '?for=activation' : ''}`}
          className={className}
          onClick={open}
        >
          {children}
        </Link>
      </p>
      <Dialog title={titles[purpose]} open={isOpen} onClose={() => setOpen(false)}>
        <EmailForm purpose={purpose} email={email} />
      </Dialog>
    </>
  )
}
