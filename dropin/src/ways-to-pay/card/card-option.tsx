import type { Frames } from '../../hosted-fields/frames.ts'
import type { Running } from '../../model/running.ts'
import type { OpenWay, WayToPay } from '../way-to-pay.ts'
import type * as code from './address-fields.tsx'
import { type Card, openCard, openSavedCvv, updateForm } from './card.ts'
import { focusWhenShown, loadFields, watchLanguage } from './card-load.ts'
import { requestCard, withCvv } from './card-request.ts'
import { CardSheet } from './card-sheet.tsx'
import { preloadFrames } from './preload-frames.ts'
import { SavedCvv, watchSelection } from './saved-cvv.tsx'

export const cardOption: WayToPay = {
  isOffered({ card }, { configuration }) {
    return card !== false && configuration.creditCards.supportedCardTypes.length > 0
  },
  open: (running) => openWay(running),
  prepare(options, hints, container) {
    const preloaded = preloadFrames(options, hints, container)
    return preloaded && { open: (running) => openWay(running, preloaded), close: preloaded.close }
  },
}

function openWay(running: Running, preloaded?: Frames): OpenWay {
  const card = openCard(running, preloaded)
  const cvv = running.store.read().settings.askCvv && !isGuest(running) ? openSavedCvv(running) : undefined
  const following = [focusWhenShown(card), ...[card, cvv].map((form) => form && watchLanguage(form))]
  return {
    Sheet: ({ state, mounted }) => <CardSheet card={card} state={state} mounted={mounted} />,
    BelowMethods: cvv && (({ state }) => <SavedCvv card={cvv} state={state} />),
    async load(sheet, styled) {
      await Promise.all([
        showAddress(card),
        loadFields(card, sheet, styled),
        cvv?.place && loadFields(cvv, cvv.place, styled),
      ])
      if (cvv) following.push(watchSelection(cvv))
    },
    request: () => requestCard(card),
    complete: (chosen) => (cvv ? withCvv(cvv, chosen) : Promise.resolve(chosen)),
    configure: () => undefined, // cards have no updatable setting
    close() {
      for (const stop of following) stop?.()
      card.fields?.close()
      cvv?.fields?.close()
    },
  }
}

async function showAddress(card: Card) {
  if (card.form.read().settings.addressFields.length === 0) return
  const { AddressFields } = (await card.running.loadCode('billing-address')) as typeof code
  card.AddressFields = AddressFields
  updateForm(card, { type: 'address-shown' })
}

const isGuest = ({ store }: Running) => store.read().settings.isGuest
