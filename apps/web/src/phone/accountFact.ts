import type { Fact } from './describe.ts'

/** The account that a request names. */
export const accountFact = (value: unknown): Fact => ({
  label: 'Account',
  value: String(value ?? 'none given'),
  isAddress: true,
})
