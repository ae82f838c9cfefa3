import { dropinWith } from './dropin.ts'
import { assetsIn, folderOf } from './page/assets.ts'
import { publish } from './platform/publish.ts'
import { followScriptTag } from './script-tag.ts'

// Known only while the text of the script is evaluated.
const script = typeof document === 'undefined' ? null : document.currentScript
const isScript = script !== null && script instanceof HTMLScriptElement
const base = isScript && (script.dataset.assetsBase ?? (script.src && folderOf(script.src)))

const dropin = dropinWith(base ? assetsIn(base) : undefined)
publish('dropin', dropin)
if (typeof document !== 'undefined') followScriptTag(script, dropin.create).catch(reportError)
