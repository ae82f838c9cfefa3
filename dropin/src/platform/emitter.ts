/** A listener that throws is reported to the page and does not stop the others. */
export function createEmitter<Events extends object>() {
  type Name = keyof Events
  type Listener<Event extends Name> = (payload: Events[Event], ...next: (() => void)[]) => void
  const listeners: { [Event in Name]?: Listener<Event>[] } = {}

  function listenersFor<Event extends Name>(event: Event): Listener<Event>[] {
    return listeners[event] ?? []
  }

  return {
    on<Event extends Name>(event: Event, listener: Listener<Event>) {
      Object.assign(listeners, { [event]: [...listenersFor(event), listener] })
    },
    off<Event extends Name>(event: Event, listener: Listener<Event>) {
      Object.assign(listeners, { [event]: listenersFor(event).filter((known) => known !== listener) })
    },
    hasListener(event: Name) {
      return listenersFor(event).length > 0
    },
    /** `next` is for the listener to call. */
    emit<Event extends Name>(event: Event, payload: Events[Event], ...next: (() => void)[]) {
      for (const listener of listenersFor(event)) {
        try {
          listener(payload, ...next)
        } catch (problem) {
          reportError(problem)
        }
      }
    },
  }
}

export type Emitter<Events extends object> = ReturnType<typeof createEmitter<Events>>
