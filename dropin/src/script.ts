import { createApi } from './dropin.ts'
import { assetsIn, folderFor } from './merchant-page/assets.ts'
import { publish } from './platform/publish.ts'
import { findScriptTag, runScriptTag } from './script-tag.ts'

// Available only during the evaluation of the script.
const script = typeof document === 'undefined' ? null : document.currentScript
const assets = assetsBeside(script)

const dropin = createApi(() => assets)
publish('dropin', dropin)
const tag = typeof document === 'undefined' ? null : findScriptTag(script)
if (tag) runScriptTag(tag, dropin.create, assets).catch(reportError)

/** The page's option, or the folder of the script; blob and data addresses have none. */
function assetsBeside(script: HTMLOrSVGScriptElement | null) {
  const src = script && 'src' in script ? script.src : ''
  try {
    const base = script?.getAttribute('data-assets-base') ?? (src && folderFor(src))
    return base ? [assetsIn(base)] : undefined
  } catch (problem) {
    if (problem instanceof TypeError) return undefined // no hierarchical address
    throw problem
  }
}
