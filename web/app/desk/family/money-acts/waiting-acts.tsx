import { moneyActWords } from '#by-hand/money-acts/money-act-words.ts'
import { dollars } from '#platform/format/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { WaitingAct } from './money-acts.db.server.ts'
import './waiting-acts.css'

/** "Give a paid place up, $180.00 as credit" */
export const actWords = ({ kind, cents, as }: Pick<WaitingAct, 'kind' | 'cents' | 'as'>) =>
  [`${moneyActWords[kind]}, ${dollars(cents)}`, as].filter(Boolean).join(' ')

/** What one member asked for and another decides. */
export const WaitingActs = ({ acts, ofFamily = false }: { acts: WaitingAct[]; ofFamily?: boolean }) =>
  acts.length > 0 && (
    <section className="baseline" aria-labelledby="waiting-acts">
      <h2 id="waiting-acts">Waits for a second member</h2>
      <ul className="rows waiting-acts">
        {acts.map((act) => (
          <li key={act.id}>
            <div>
              <h3>{actWords(act)}</h3>
              <p className="muted">
                {!ofFamily && (
                  <>
                    {act.number !== null && `Family ${act.number}, `}
                    <bdi>{act.holder}</bdi>.{' '}
                  </>
                )}
                {act.player && (
                  <>
                    <bdi>{act.player}</bdi>, {act.event}, Session {act.session}.{' '}
                  </>
                )}
                Asked for by {act.isMine ? 'you' : <bdi>{act.askedBy}</bdi>},{' '}
                <Unbroken>{act.askedOn}</Unbroken>.
              </p>
            </div>
            <p className="act">
              <ButtonLink size="small" to={`/desk/acts/${act.id}`}>
                {act.isMine ? 'See it' : 'Decide'}
                <span className="visually-hidden">: {actWords(act)}</span>
              </ButtonLink>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
