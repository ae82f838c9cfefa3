import { DropinError } from '../platform/errors.ts'

/** Where the shop wants the widget; exactly one is given. */
type Place = { container?: string | Element; selector?: string | Element }

/** The element that the widget is to fill; every wrong choice has its own DropinError. */
export function resolveContainer({ container, selector }: Place): Element {
  if (!container && !selector) throw new DropinError('options.container is required.')
  if (container && selector)
    throw new DropinError('Must only have one options.selector or options.container.')
  const given = container ?? selector
  const element = typeof given === 'string' ? document.querySelector(given) : given
  const start = 'options.selector or options.container must reference'
  if (element?.nodeType !== 1) throw new DropinError(`${start} a valid DOM node.`)
  if (element.innerHTML.trim() !== '') throw new DropinError(`${start} an empty DOM node.`)
  return element
}
