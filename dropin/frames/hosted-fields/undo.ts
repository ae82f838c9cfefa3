/** Undo and redo: browsers drop their own history when a script writes into the input. */
export function openUndo(input: HTMLInputElement, restore: (text: string) => string) {
  const past: string[] = []
  const future: string[] = []

  function step(from: string[], to: string[]) {
    const text = from.pop()
    if (text !== undefined) to.push(restore(text))
  }

  input.addEventListener('keydown', (event) => {
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) step(future, past)
    else step(past, future)
  })
  input.addEventListener('beforeinput', (event) => {
    if (!event.inputType.startsWith('history')) return
    event.preventDefault()
    if (event.inputType === 'historyRedo') step(future, past)
    else step(past, future)
  })
  return {
    remember(before: string, after: string) {
      if (before === after) return
      past.push(before)
      future.length = 0
    },
    forget() {
      past.length = 0
      future.length = 0
    },
  }
}
