type Undo = (() => void) | undefined
// biome-ignore lint/suspicious/noConfusingVoidType: an effect need give nothing
type Effect = () => Undo | void
type Given = readonly unknown[]

/** What a component keeps from one drawing to the next, by the order in which it asks for it. */
export type Kept = {
  value?: unknown
  given?: Given | undefined
  due?: Effect | undefined
  isLate?: boolean
  undo?: Undo
}

/** A component that is being drawn. */
type Part = { kept: Kept[]; redraw: () => void }

let part: Part = { kept: [], redraw: () => undefined }
let place = 0

/** What is asked for until the component has drawn is its own. */
export function drawnBy<Result>(component: Part, draw: () => Result) {
  part = component
  place = 0
  return draw()
}

function own() {
  const { kept } = part
  const one = kept[place] ?? {}
  kept[place++] = one
  return one
}

const isOther = (before: Given | undefined, now: Given | undefined) =>
  !before || !now || now.some((each, index) => each !== before[index])

export function useRef<Value>(value: Value) {
  const one = own()
  one.value ??= { current: value }
  return one.value as { current: Value }
}

export function useCallback<Called>(called: Called, given: Given) {
  const one = own()
  if (isOther(one.given, given)) Object.assign(one, { given, value: called })
  return one.value as Called
}

/** After everything is drawn, the inner component first. */
export function useLayoutEffect(due: Effect, given?: Given, isLate = false) {
  const one = own()
  if (isOther(one.given, given)) Object.assign(one, { given, due, isLate })
}

/** After all layout effects. */
export const useEffect = (due: Effect, given?: Given) => useLayoutEffect(due, given, true)

export function useSyncExternalStore<Seen>(subscribe: (look: () => void) => () => void, read: () => Seen) {
  const { redraw } = part
  const seen = useRef<Seen | undefined>(undefined)
  const now = read()
  seen.current = now
  useLayoutEffect(() => {
    const look = () => {
      if (read() !== seen.current) redraw()
    }
    look()
    return subscribe(look)
  }, [subscribe, read])
  return now
}

export function runEffects(kept: readonly Kept[], isLate: boolean) {
  for (const one of kept) {
    const { due, undo } = one
    if (!due || one.isLate !== isLate) continue
    one.due = undefined
    undo?.()
    one.undo = due() ?? undefined
  }
}

/** What is due is no longer: another effect of the same drawing may have taken the component away. */
export function undoEffects(kept: readonly Kept[]) {
  for (const one of kept) {
    one.due = undefined
    one.undo?.()
  }
}
