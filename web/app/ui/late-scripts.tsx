import {
  Children,
  cloneElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useContext,
} from 'react'
import { Scripts } from 'react-router'
import { Nonce } from './going.tsx'

type Part = ReactElement<{ type?: string; rel?: string; children?: ReactNode }>

/** The page's modules, asked for once the page was painted: what moves a page never keeps it from being seen. */
export function LateScripts() {
  const nonce = useContext(Nonce)
  if (import.meta.env.DEV) return <Scripts />
  return (
    <>
      {import.meta.env.SSR ? <HeldBackScripts /> : <Scripts />}
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: A script's text, always the same.
        dangerouslySetInnerHTML={{ __html: askAfterPaint }}
      />
    </>
  )
}

const HeldBackScripts = () => heldBack(Scripts({}))

/** No browser knows a `late` link or script: neither is fetched until `askAfterPaint` names it as what it is. */
function heldBack(part: ReactNode): ReactNode {
  if (!isValidElement<Part['props']>(part)) return part
  if (part.type === Fragment) return Children.map(part.props.children, heldBack)
  if (part.type === 'link') return cloneElement(part, { rel: 'late' })
  return part.props.type === 'module' ? cloneElement(part, { type: 'late' }) : part
}

/** The server alone writes it. Two frames are one paint; a page that nobody sees has no frames, and asks by the clock. */
const askAfterPaint = import.meta.env.SSR
  ? `{const ask=()=>{for(const link of document.querySelectorAll('link[rel=late]'))link.rel='modulepreload'
for(const late of document.querySelectorAll('script[type=late]')){const script=document.createElement('script')
script.type='module';script.nonce=late.nonce;script.textContent=late.textContent;late.type='asked';document.head.append(script);script.remove()}}
requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(ask)));setTimeout(ask,1000)}`
  : ''
