import * as z from 'zod/mini'
import type { HttpRoutes } from '../api/http.ts'
import type { Contract } from '../contract.ts'
import { accountProvider, deviceLabel, sealKey, site } from './embeddedApi.ts'

const id = z.uuid()
const sealed = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(1000))

/**
 * What the frame asks the guardian: a second service with its own key and its own mail, which opens a recovery share only for a
 * person who proves to it, not to our API, who they are. It keeps no list of persons: what it may open says who it is for.
 */
export const guardianApi = {
  /** Its key, and the social logins that it can ask for itself. */
  readKey: {
    input: z.object({}),
    output: z.object({ publicKey: sealKey, socials: z.optional(z.array(z.string())) }),
  },
  /**
   * Mails a link to the address that the share is bound to, or, for a person of a social login, says where they log in there once more, before
   * the guardian (`uri`). The number is shown in the frame and on the guardian's page, to be compared.
   */
  startRelease: {
    input: z.object({
      email: z.optional(z.email().check(z.maxLength(254))),
      /** In place of an address: the provider, and the person as `identityHash` writes them. */
      social: z.optional(z.object({ provider: accountProvider, identity: z.string().check(z.regex(/^[\w-]{43}$/)) })),
      walletId: id,
      generation: z.int().check(z.gte(1), z.lte(1_000_000)),
      sealed,
      device: z.object({ deviceId: id, sealKey, label: deviceLabel }),
      /** The host of the site that the person is at; the frame knows it from the browser. */
      site,
    }),
    output: z.object({
      release: id,
      number: z.string().check(z.regex(/^[0-9]{2}$/)),
      endsInSeconds: z.int(),
      /** Where a person of a social login logs in before the guardian. */
      uri: z.optional(z.url().check(z.maxLength(2000))),
      /** Seconds until it opens, where the person has approved this device already and it has to wait. */
      opensInSeconds: z.optional(z.int()),
    }),
  },
  /** What has become of it; once approved, the share sealed to the device that asked, told one time. */
  readRelease: {
    input: z.object({ release: id }),
    output: z.object({
      state: z.enum(['waiting', 'held', 'approved', 'refused', 'ended']),
      /** Seconds until it opens, of one that is held: approved, and to be cancelled by mail until then. */
      opensInSeconds: z.optional(z.int()),
      sealed: z.optional(sealed),
    }),
  },
  /** A device of a wallet was used. Where the policy is `hardened`, a new device waits for a day while others are in use. */
  markActive: { input: z.object({ walletId: id }), output: z.object({ status: z.string() }) },
} satisfies Contract

export const guardianRoutes = {
  readKey: { method: 'GET', path: '/guardian/v1/key' },
  startRelease: { method: 'POST', path: '/guardian/v1/releases' },
  readRelease: { method: 'GET', path: '/guardian/v1/releases/:release' },
  markActive: { method: 'POST', path: '/guardian/v1/active' },
} as const satisfies HttpRoutes<typeof guardianApi>
