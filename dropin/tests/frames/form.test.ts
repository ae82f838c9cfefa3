import { expect, test, vi } from 'vitest'
import type { Bus } from '../../agreed/bus.ts'
import { handleFieldEvent, newForm } from '../../frames/hosted-fields/form.ts'
import type { Field } from '../../frames/hosted-fields/input.ts'
import { handlePageRequests } from '../../frames/hosted-fields/page-requests.ts'

/** A form, and what its page can ask of it; what it tells the page nobody hears. */
function aForm() {
  const heard = new Map<string, Parameters<Bus['on']>[1]>()
  const on: Bus['on'] = (event, listener) => void heard.set(event, listener)
  const nothing = () => undefined
  const bus = { on, emit: nothing, ask: nothing, close: nothing }
  const ask = (event: string) => new Promise((answered) => heard.get(event)?.({}, answered))
  return { form: newForm(bus, { number: {}, cvv: {} }), bus, ask }
}

test.each([
  ['American Express', '3782', 4],
  ['Hipercard', '606282', 3],
  ['Hiper', '637095', 3],
  ['Elo', '438935', 3],
  ['UnionPay', '621234', 3],
])('with a number of %s, %s, the CVV takes %i digits (L3.45 L3.49 L3.51 L3.53 L3.54)', (_, number, size) => {
  const { form } = aForm()
  const limit = vi.fn()
  const input = { classList: { toggle: () => undefined } }
  form.inputs.set('cvv', { limit, input } as unknown as Field)

  handleFieldEvent(form, 'number', { type: 'changed', value: number })
  expect(limit).toHaveBeenLastCalledWith(size)
})

test('a frame whose code to send a card does not come says that the network is lost (L8.75)', async () => {
  vi.stubGlobal('tokenizerAddress', 'data:text/javascript,throw new Error("cut off")//')
  const { form, bus, ask } = aForm()
  handlePageRequests(form, bus, new Promise(() => undefined))

  expect(await ask('TOKENIZATION_REQUEST')).toMatchObject([
    { code: 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR', type: 'NETWORK' },
  ])
})
