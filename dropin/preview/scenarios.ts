import type { Scenarios } from './scenario.ts'
import { bank } from './scenarios/bank.ts'
import { creation } from './scenarios/creation.ts'
import { errors } from './scenarios/errors.ts'
import { languages } from './scenarios/languages.ts'
import { looks } from './scenarios/looks.ts'
import { venmo } from './scenarios/venmo.ts'
import { views } from './scenarios/views.ts'
import { ways } from './scenarios/ways.ts'

/** States of the widget by name, for people and tests. */
export const groups: Record<string, Scenarios> = {
  Views: views,
  'Ways to pay': ways,
  Venmo: venmo,
  Errors: errors,
  'The bank asks': bank,
  Creation: creation,
  Looks: looks,
  Languages: languages,
}
export const scenarios: Scenarios = Object.assign({}, ...Object.values(groups))
