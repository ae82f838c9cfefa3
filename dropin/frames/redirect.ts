/** The end of a visit elsewhere in a window of its own: tells the page that opened it, by its hidden frame. */
type DispatchFrame = Window & { report?: () => void }

const service = window.name.split('_').at(-1)
const dispatch: DispatchFrame | undefined = window.opener?.frames[`dispatch_${service}`]
dispatch?.report?.()
