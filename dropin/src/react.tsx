import { createElement, useEffect, useRef } from 'react'
import { type Opened, openIn } from './open-in.ts'
import type { DropInProps } from './public-types/react-component.ts'

/**
 * Another `authorization` makes another widget, another `locale` changes the language; for other changes set another
 * `key`.
 */
export function DropIn({ className, ...props }: DropInProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const opened = useRef<Opened>(undefined)
  const { authorization } = props.options
  useEffect(() => {
    if (!place.current) return
    opened.current = openIn(place.current, authorization, latest)
    return opened.current.close
  }, [authorization])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the locale is what it follows
  useEffect(() => opened.current?.follow(), [props.locale])
  return createElement('div', { ref: place, className })
}
