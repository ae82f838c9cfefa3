/** Allows line breaks before @ and dots of email addresses. */
export function Breakable({ text = '' }) {
  return text.split(/(?=[@.]\w)/).flatMap((part, index) => (index ? [<wbr key={part} />, part] : part))
}
