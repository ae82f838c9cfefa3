/** Dates, times, phone and invoice numbers, which should not wrap. */
const wholes = /(\b[A-Z][a-z]{2} \d{1,2}\b,?|\d{1,2}:\d{2} (?:[ap]m|[AP]M)|\(\d{3}\) \d{3}-\d{4}|\d+-\d+)/

export const Unbroken = ({ children }: { children: string }) =>
  children.split(wholes).map((part, place) => {
    const key = `${place} ${part}`
    return place % 2 ? (
      <span className="unbroken" key={key}>
        {part}
      </span>
    ) : (
      part
    )
  })
