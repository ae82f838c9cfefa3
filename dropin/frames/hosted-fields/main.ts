import { type Bus, openBusToPage } from '#agreed/bus.ts'
import { type FieldKey, isFieldKey } from '#agreed/fields.ts'
import type { Client } from './client.ts'
import type { FrameOptions } from './elements.ts'
import { type FormOptions, handleFieldEvent, newForm, setClient, setValue } from './form.ts'
import { type Field, type FieldEvent, openInput } from './input.ts'
import { handlePageRequests } from './page-requests.ts'
import { openSelect } from './select.ts'
import type { Looks } from './styles.ts'

/** Frames of one widget have the same origin and call each other directly. */
type OpenField = (options: FrameOptions, looks: Looks, emit: (event: FieldEvent) => void) => Field
type Configuration = { fields: FormOptions; preventAutofill?: boolean }
type FieldWindow = Window & { openField?: OpenField }

const key = fieldKey(window)
if (window.parent !== window && isFieldKey(key)) start(key).catch(reportError)

async function start(key: FieldKey) {
  const openField: OpenField = (options, looks, emit) => {
    const isPart = key === 'expirationMonth' || key === 'expirationYear'
    return isPart && options.select
      ? openSelect(key, options, looks, emit)
      : openInput(key, options, looks, emit)
  }
  Object.assign(window, { openField })
  const bus = openBusToPage(`${window.location.hash.slice(1)}:hosted-fields`)
  const ask = (event: string, data?: unknown) =>
    new Promise<unknown>((resolve) => bus.ask(event, data, resolve))
  // Only the first frame gets an answer; it orchestrates the others.
  const configuration = await ask('FRAME_READY', { field: key })
  const { fields, preventAutofill, ...looks } = configuration as Looks & Configuration
  const form = newForm(bus, fields)
  const opened = openFields()
  const client = ask('READY_FOR_CLIENT').then((answer) => answer as Client)
  const on: Bus['on'] = (event, listener) => {
    bus.on(event, (...args) => opened.then(() => listener(...args)))
  }
  handlePageRequests(form, { on }, client)
  await opened
  setClient(form, await client)

  /** Each in a task of its own, so that phones stay responsive; a prefilled form can be sent at once. */
  async function openFields() {
    const filledIn = form.keys.filter((name) => fields[name]?.prefill)
    for (const [name, open] of widgetFields()) {
      const field = open({ preventAutofill, ...fields[name] }, looks, (event) =>
        handleFieldEvent(form, name, event),
      )
      form.inputs.set(name, field)
      if (filledIn.length === 0) await new Promise((done) => setTimeout(done))
    }
    for (const name of filledIn) setValue(form, name, fields[name]?.prefill ?? '')
  }
}

function widgetFields(): [FieldKey, OpenField][] {
  const frames = Array.from({ length: window.parent.length }, (_, index) => window.parent[index])
  return frames.filter(isInThisWidget).flatMap((frame) => {
    const name = fieldKey(frame)
    return isFieldKey(name) && frame.openField ? [[name, frame.openField]] : []
  })
}

function fieldKey({ name }: Window) {
  return name.replace('braintree-hosted-field-', '')
}

function isInThisWidget(frame: FieldWindow | undefined): frame is FieldWindow {
  try {
    return frame?.location.hash === window.location.hash
  } catch {
    return false // a frame of another origin
  }
}
