/** Weekdays from Monday, 1, to Sunday, 7; hours as 'HH:MM' in the programme's time zone. */
export type Meets = { days: number[]; starts: string; ends: string }
export type Extra = { day: string; starts: string; ends: string }
