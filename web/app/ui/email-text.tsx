import { Fragment } from 'react'

/** Lets a long address break before its @ or after a dot. */
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
