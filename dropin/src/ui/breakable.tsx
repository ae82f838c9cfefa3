/** A text whose email addresses break in front of @ and dots where they must: nowhere else in a word. */
export function Breakable({ text = '' }) {
  return text.split(/(?=[@.]\w)/).flatMap((part, index) => (index ? [<wbr key={part} />, part] : part))
}
