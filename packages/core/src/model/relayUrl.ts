/** A relay's URL, or several of the same relay in order of preference. */
export type RelayUrl = string | readonly string[]
