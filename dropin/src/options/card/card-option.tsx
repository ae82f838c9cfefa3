import type { WayToPay } from '../way-to-pay.ts'
import { openCard } from './card.ts'
import { focusWhenShown, followLanguage, loadFields } from './card-load.ts'
import { requestCard } from './card-request.ts'
import { CardSheet } from './card-sheet.tsx'

export const cardOption: WayToPay = {
  name: 'Card',
  icon: 'iconCardFront',
  isOffered({ card }, { configuration }) {
    return card !== false && configuration.creditCards.supportedCardTypes.length > 0
  },
  open(running) {
    const card = openCard(running)
    const following = [focusWhenShown(card), followLanguage(card)]
    return {
      Sheet: ({ state, mounted }) => <CardSheet card={card} state={state} mounted={mounted} />,
      load: (sheet) => loadFields(card, sheet),
      request: () => requestCard(card),
      configure: () => undefined, // a card has nothing that could change
      close() {
        for (const stop of following) stop()
        card.fields?.close()
      },
    }
  },
}
