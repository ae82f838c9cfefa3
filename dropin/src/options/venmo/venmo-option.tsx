import { supportsVenmo, thisBrowser } from '../../venmo/browser-support.ts'
import type { WayToPay } from '../way-to-pay.ts'
import { openVenmoWay, venmoOptionsOf } from './venmo.ts'
import { VenmoSheet } from './venmo-sheet.tsx'

export const venmoOption: WayToPay = {
  name: 'Venmo',
  icon: 'logoVenmo',
  isOffered(options, { configuration }) {
    if (!options.venmo || !configuration.payWithVenmo) return false
    return supportsVenmo(thisBrowser(), venmoOptionsOf(options))
  },
  open(running) {
    const { way, busy, press } = openVenmoWay(running)
    return {
      ...way,
      Sheet: (props) => (
        <VenmoSheet {...props} name={running.messages.Venmo} icon="logoVenmo" busy={busy} press={press} />
      ),
    }
  },
}
