import type { MaskitoOptions } from '@maskito/core'

/** Any digit in every place; the country's 1 is dropped only from eleven digits on, or after a plus. */
export const phoneMask: MaskitoOptions = {
  mask: Array.from('(000) 000-0000', (sign) => (sign === '0' ? /\d/ : sign)),
  preprocessors: [
    ({ elementState, data }) => {
      const { value, selection } = elementState
      const [from, to] = selection
      if (!hasCountry(value.slice(0, from) + data + value.slice(to))) return { elementState, data }
      // In the new text, or in the present value.
      const comes = data !== '' && !/\d/.test(value.slice(0, from))
      if (comes) return { elementState, data: data.replace(/^\D*1/, '') }
      const moved = [Math.max(0, from - 1), Math.max(0, to - 1)] as const
      return { elementState: { value: value.replace(/^\D*1/, ''), selection: moved }, data }
    },
  ],
}

function hasCountry(number: string) {
  const digits = number.replace(/\D/g, '')
  return /^\s*\+\s*1/.test(number) || (digits.length > 10 && digits.startsWith('1'))
}
