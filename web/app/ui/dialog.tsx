import X from 'lucide-react/icons/x'
import { type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

type Props = { title: ReactNode; open: boolean; onClose: () => void; children: ReactNode }

/** With a focus trap, in a portal. Its events do not bubble: a form in it may be opened from within another form. */
export function Dialog({ open, ...rest }: Props) {
  return open ? createPortal(<OpenDialog {...rest} />, document.body) : null
}

function OpenDialog({ title, onClose, children }: Omit<Props, 'open'>) {
  const id = useId()
  const self = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // A layout effect: only a dialog that is closed before its removal restores the focus.
  useLayoutEffect(() => {
    const dialog = self.current
    dialog?.showModal()
    heading.current?.focus()
    return () => dialog?.close()
  }, [])
  // A new reply may have removed the focused button.
  useEffect(() => {
    if (!self.current?.contains(document.activeElement)) heading.current?.focus()
  })
  /** Escape: `onClose` runs before the focus returns to the opener, which the next key press could activate. */
  function cancelled(event: SyntheticEvent) {
    event.preventDefault()
    onClose()
  }
  /** The event is asynchronous: the dialog may be open again by then. */
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
