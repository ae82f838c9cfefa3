import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'

type Look = {
  /** `ball` is the one yellow button of a screen. */
  variant?: 'ball' | 'outline' | 'bare' | 'danger'
  size?: 'small'
  wide?: boolean
  icon?: ReactNode
}

/** While `busy` it keeps the focus but ignores presses; its text says what it does ("Adding"). */
export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Look & { busy?: boolean } & ComponentProps<'button'>) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      onClick={press}
      className={buttonClass({ variant, size, wide }, className)}
    >
      {icon}
      {children}
    </button>
  )
}

type LinkProps = Look & { to: string; external?: boolean; reloadDocument?: boolean } & Omit<
    ComponentProps<'a'>,
    'href'
  >

export function ButtonLink({
  variant,
  size,
  wide,
  icon,
  to,
  external,
  reloadDocument,
  className,
  children,
  ...rest
}: LinkProps) {
  const look = buttonClass({ variant, size, wide }, className)
  if (external)
    return (
      <a {...rest} href={to} target="_blank" rel="noopener" className={look}>
        {icon}
        {children}
        <span className="visually-hidden"> (opens a new tab)</span>
      </a>
    )
  return (
    <Link {...rest} to={to} reloadDocument={reloadDocument} className={look}>
      {icon}
      {children}
    </Link>
  )
}

function buttonClass({ variant = 'outline', size, wide }: Look, more?: string) {
  return ['button', variant, size && 'compact', wide && 'wide', more].filter(Boolean).join(' ')
}
