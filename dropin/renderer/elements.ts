/** What a view gives: elements, texts, and what is not drawn. */
export type View = Drawing | string | number | boolean | null | undefined | readonly View[]
export type Props = { readonly [name: string]: unknown; children?: View }
type Component = (props: Props) => View

/** An element as JSX makes it. */
export type Drawing = { type: string | Component; props: Props; key?: unknown }

export const jsx = (type: Drawing['type'], props: Props, key?: unknown): Drawing => ({ type, props, key })
export { jsx as jsxs }

export const Fragment = ({ children }: Props) => children
