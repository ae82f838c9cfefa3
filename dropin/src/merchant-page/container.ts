import { DropinError } from '../platform/errors.ts'

export type ContainerOptions = { container?: string | Element; selector?: string | Element }

export function resolveContainer(place: ContainerOptions): Element {
  const { container, selector } = place
  if (!container && !selector) throw new DropinError('options.container is required.')
  if (container && selector)
    throw new DropinError('Must only have one options.selector or options.container.')
  const element = findContainer(place)
  const start = 'options.selector or options.container must reference'
  if (element?.nodeType !== 1) throw new DropinError(`${start} a valid DOM node.`)
  if (element.innerHTML.trim() !== '') throw new DropinError(`${start} an empty DOM node.`)
  return element
}

export function findContainer({ container, selector }: ContainerOptions) {
  const found = container ?? selector
  if (typeof found !== 'string') return found
  try {
    return document.querySelector(found) ?? undefined
  } catch (problem) {
    if (problem instanceof DOMException) return undefined // invalid selector
    throw problem
  }
}
