import * as z from 'zod/mini'

/**
 * How a project's wallets come to a new device, loosest first. `convenient`: by the guardian's link at once. `hardened`: by the link, and a
 * day later where another device was in use. `strict`: never by the guardian.
 */
const policies = ['convenient', 'hardened', 'strict'] as const
export const recoveryPolicy = z.enum(policies)
export type RecoveryPolicy = (typeof policies)[number]

/** The strictest of several policies: any source can tighten the policy, and none can loosen it alone. */
export const strictest = (...choices: readonly (RecoveryPolicy | undefined)[]): RecoveryPolicy =>
  policies.findLast((policy) => choices.includes(policy)) ?? 'hardened'
