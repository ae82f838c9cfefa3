import { type ComponentChild, type ContainerNode, render } from 'preact'

export function createRoot(container: ContainerNode) {
  return {
    render: (children: ComponentChild) => render(children, container),
    unmount: () => render(null, container),
  }
}
