import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { recoveryPolicy } from '../embedded/recoveryPolicy.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

/** What later clients ask about by name before they show it. */
export const remoteFeatures = [
  'social_login',
  'swap',
  'onramp',
  'activity',
  'reown_branding',
  'multi_wallet',
  'email_capture',
] as const

/** What clients from 1.7.7 on ask about their project before anything else. */
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
      /** How the project's embedded wallets come to a new device; `convenient` unless said. */
      recovery: z.optional(recoveryPolicy),
    }),
  },
} satisfies Contract

export const projectRoutes = {
  getConfig: { method: 'GET', path: '/appkit/v1/config' },
  getOrigins: { method: 'GET', path: '/projects/v1/origins' },
} as const satisfies HttpRoutes<typeof projectApi>
