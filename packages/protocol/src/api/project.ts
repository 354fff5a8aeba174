import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { recoveryPolicy } from '../embedded/recoveryPolicy.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

/**
 * Features that AppKit from 1.7.7 on reads by name before it shows them. `social_login` is always off: with it those clients open their vendor's
 * page. `embedded_login` lists the operator's own logins, for our kit alone.
 */
export const remoteFeatures = [
  'social_login',
  'swap',
  'onramp',
  'activity',
  'reown_branding',
  'multi_wallet',
  'email_capture',
  'fund_from_exchange',
  'embedded_login',
] as const

/** The project query that clients from 1.7.7 on send first. */
export const projectApi = {
  getConfig: {
    input: z.object({ ...caller }),
    output: z.object({
      features: z.array(z.object({ id: z.enum(remoteFeatures), isEnabled: z.boolean(), config: z.array(z.string()) })),
    }),
  },
  getOrigins: {
    input: z.object({ ...caller }),
    output: z.object({
      allowedOrigins: z.array(z.string()),
      /** How the project's embedded wallets come to a new device; `hardened` by default. */
      recovery: z.optional(recoveryPolicy),
    }),
  },
} satisfies Contract

export const projectRoutes = {
  getConfig: { method: 'GET', path: '/appkit/v1/config' },
  getOrigins: { method: 'GET', path: '/projects/v1/origins' },
} as const satisfies HttpRoutes<typeof projectApi>
