/** One line of what is known about a request. */
export type Fact = { label: string; value: string; isAddress?: boolean }

/** The account that a request names. */
export const accountFact = (value: unknown): Fact => ({
  label: 'Account',
  value: String(value ?? 'none named'),
  isAddress: true,
})
