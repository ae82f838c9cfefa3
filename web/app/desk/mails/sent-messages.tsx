import type { SentMessage } from '#messages/sent.server.ts'

/** Newest first. */
export const SentMessages = ({ messages }: { messages: SentMessage[] }) =>
  messages.length > 0 && (
    <section className="baseline sent" aria-labelledby="sent">
      <h2 id="sent">{messages.length === 1 ? '1 message' : `${messages.length} messages`}</h2>
      <ul className="rows">
        {messages.map(({ id, subject, text, at, writer, families }) => (
          <li key={id}>
            <details>
              <summary>{subject}</summary>
              <p className="sent-text">{text}</p>
            </details>
            <p className="muted">
              {at}, by <bdi>{writer}</bdi>, to {families === 1 ? '1 family' : `${families} families`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
