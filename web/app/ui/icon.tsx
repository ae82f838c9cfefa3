import { createElement, type SVGProps } from 'react'

type Drawing = { node: [tag: string, attributes: { key: string }][] }
type Props = SVGProps<SVGSVGElement> & { size?: string | number }

/** Replaces lucide's function of this name without its names, classes and contexts, which nothing here uses. */
export default function createLucideIcon({ node }: Drawing) {
  return ({ size = 24, ...rest }: Props) => (
    <svg
      aria-hidden="true"
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      {node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  )
}
