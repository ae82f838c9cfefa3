import { openBusToPage } from '#agreed/bus.ts'

/** Hidden frame by which a popup reports to the page that opened it. */
const bus = openBusToPage(`${window.name.replace('dispatch_', '')}:frameService`)

Object.assign(window, { report: () => bus.emit('DISPATCH_FRAME_REPORT', { payload: {} }) })
bus.emit('DISPATCH_FRAME_READY')
