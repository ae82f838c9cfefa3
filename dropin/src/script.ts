import { dropinWith } from './dropin.ts'
import { assetsIn, folderOf } from './merchant-page/assets.ts'
import { publish } from './platform/publish.ts'
import { followScriptTag, scriptTagOf } from './script-tag.ts'

// Available only during the evaluation of the script.
const script = typeof document === 'undefined' ? null : document.currentScript
const own = assetsBeside(script)

const dropin = dropinWith(() => own)
publish('dropin', dropin)
const tag = typeof document === 'undefined' ? null : scriptTagOf(script)
if (tag) followScriptTag(tag, dropin.create, own).catch(reportError)

/** The page's option, or the folder of the script; blob and data addresses have none. */
function assetsBeside(script: HTMLOrSVGScriptElement | null) {
  const src = script && 'src' in script ? script.src : ''
  try {
    const base = script?.getAttribute('data-assets-base') ?? (src && folderOf(src))
    return base ? [assetsIn(base)] : undefined
  } catch (problem) {
    if (problem instanceof TypeError) return undefined // no hierarchical address
    throw problem
  }
}
