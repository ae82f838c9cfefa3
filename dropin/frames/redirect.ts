/** Last page of a popup: reports to its opener by the hidden frame. */
type DispatchFrame = Window & { report?: () => void }

const service = window.name.split('_').at(-1)
const dispatch: DispatchFrame | undefined = window.opener?.frames[`dispatch_${service}`]
dispatch?.report?.()
