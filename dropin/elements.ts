// What stands in for Preact in a file of `options/`: its elements are drawn by the Preact that is in the script. A hook
// would need that one, and does not build.
import type { ComponentChildren } from 'preact'

export const options = {}
export const Fragment = ({ children }: { children?: ComponentChildren }) => children
