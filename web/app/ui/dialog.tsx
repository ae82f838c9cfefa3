import X from 'lucide-react/icons/x'
import { type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

type Props = { title: ReactNode; open: boolean; onClose: () => void; children: ReactNode }

/**
 * A modal dialog: Escape and the cross close it, focus starts on its title and goes back to where it was.
 * It stands outside the page, and keeps its events: a form in it may be opened from within another form.
 */
export function Dialog({ open, ...rest }: Props) {
  return open ? createPortal(<OpenDialog {...rest} />, document.body) : null
}

function OpenDialog({ title, onClose, children }: Omit<Props, 'open'>) {
  const id = useId()
  const self = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Before it leaves the page: a dialog that is closed, not just removed, gives the focus back.
  useLayoutEffect(() => {
    const dialog = self.current
    dialog?.showModal()
    heading.current?.focus()
    return () => dialog?.close()
  }, [])
  // What was pressed may be gone with the answer that it brought.
  useEffect(() => {
    if (!self.current?.contains(document.activeElement)) heading.current?.focus()
  })
  /** Escape: its owner hears of it before the focus is back where the next key press could open it again. */
  function cancelled(event: SyntheticEvent) {
    event.preventDefault()
    onClose()
  }
  /** The event comes late: by then the dialog may be open again. */
  function closed() {
    if (!self.current?.open) onClose()
  }
  return (
    <dialog
      ref={self}
      aria-labelledby={id}
      onCancel={cancelled}
      onClose={closed}
      onSubmit={stop}
      onChange={stop}
    >
      <div className="dialog-head on-surround">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <X aria-hidden size="1.25em" />
        </button>
      </div>
      <div className="dialog-body stack">{children}</div>
    </dialog>
  )
}

const stop = (event: SyntheticEvent) => event.stopPropagation()
