import css from './dropin.css?inline'

export { css }
