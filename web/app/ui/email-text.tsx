import { Fragment } from 'react'

/** An email that is too long for its line breaks before its @ or after a dot, and not within a word. */
export const EmailText = ({ children }: { children: string }) =>
  children.split(/(?=@)|(?<=\.)/).map((part, place) => {
    const key = `${place} ${part}`
    return (
      <Fragment key={key}>
        {place > 0 && <wbr />}
        {part}
      </Fragment>
    )
  })
