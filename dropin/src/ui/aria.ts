import type { KeyboardEvent } from 'react'

/** A keyup elsewhere than its keydown is no press: the focus moved meanwhile. */
let keyDownAt: EventTarget | undefined

/** A `div` as a button: click, Enter and Space. */
export function pressable(press: () => void, pressed?: boolean) {
  return {
    role: 'button',
    'aria-pressed': pressed,
    tabIndex: 0,
    onClick: press,
    onKeyDown(event: KeyboardEvent) {
      keyDownAt = event.currentTarget
      if (event.key === ' ') event.preventDefault() // prevents scrolling
    },
    onKeyUp(event: KeyboardEvent) {
      const isHere = keyDownAt === event.currentTarget
      keyDownAt = undefined
      if (isHere && (event.key === 'Enter' || event.key === ' ')) press()
    },
  }
}

export function labelledGroup(label: string | undefined) {
  return { role: 'group', 'aria-label': label }
}

/** Active element within the same root: the document only knows the shadow host. */
export function activeIn(element: Element) {
  return (element.getRootNode() as Document | ShadowRoot).activeElement
}

export function classNames(...names: (string | false | undefined)[]) {
  return names.filter(Boolean).join(' ')
}
