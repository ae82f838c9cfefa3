import { openBusToPage } from '#agreed/bus.ts'

/** A hidden frame by which a window that the page has opened tells that it is done. */
const bus = openBusToPage(`${window.name.replace('dispatch_', '')}:frameService`)

Object.assign(window, { report: () => bus.emit('DISPATCH_FRAME_REPORT', { payload: {} }) })
bus.emit('DISPATCH_FRAME_READY')
