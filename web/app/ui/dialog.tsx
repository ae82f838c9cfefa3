import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = { title: ReactNode; open: boolean; onClose: () => void; children: ReactNode }

/** A modal dialog: Escape and the cross close it, focus starts on its title and goes back to where it was. */
export function Dialog({ title, open, onClose, children }: Props) {
  const id = useId()
  const self = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const dialog = self.current
    if (!open || !dialog) return
    dialog.showModal()
    heading.current?.focus()
    return () => dialog.close()
  }, [open])
  /** The event comes late: by then the dialog may be open again. */
  function closed() {
    if (open && !self.current?.open) onClose()
  }
  return (
    <dialog ref={self} aria-labelledby={id} onClose={closed}>
      {open && (
        <>
          <div className="dialog-head on-surround">
            <h2 id={id} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
              <X aria-hidden size="1.25em" />
            </button>
          </div>
          <div className="dialog-body stack">{children}</div>
        </>
      )}
    </dialog>
  )
}
