import type { KeyboardEvent } from 'react'

/** Where a key went down: one that comes up elsewhere was pressed for something else, which has gone since. */
let keyDownAt: EventTarget | undefined

/** Makes a `div` a button by click, Enter and Space; `pressed` says whether it is the chosen one. */
export function pressable(press: () => void, pressed?: boolean) {
  return {
    role: 'button',
    'aria-pressed': pressed,
    tabIndex: 0,
    onClick: press,
    onKeyDown(event: KeyboardEvent) {
      keyDownAt = event.currentTarget
      if (event.key === ' ') event.preventDefault() // Space would scroll the page
    },
    onKeyUp(event: KeyboardEvent) {
      const isHere = keyDownAt === event.currentTarget
      keyDownAt = undefined
      if (isHere && (event.key === 'Enter' || event.key === ' ')) press()
    },
  }
}

/** Names a part of the widget for screen readers. */
export function group(label: string | undefined) {
  return { role: 'group', 'aria-label': label }
}

/** What has the focus, as seen from an element: inside a shadow root the document knows only its host. */
export function activeIn(element: Element) {
  return (element.getRootNode() as Document | ShadowRoot).activeElement
}

/** Joins class names, leaving out what is false. */
export function classes(...names: (string | false | undefined)[]) {
  return names.filter(Boolean).join(' ')
}
