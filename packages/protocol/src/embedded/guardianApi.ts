import * as z from 'zod/mini'
import type { HttpRoutes } from '../api/http.ts'
import type { Contract } from '../contract.ts'
import { accountProvider, sealKey, token, webUrl } from './embeddedApi.ts'
import { recoveryPolicy } from './recoveryPolicy.ts'

const id = z.uuid()
const identity = z.string().check(z.regex(/^[\w-]{43}$/))
const email = z.email().check(z.maxLength(254))
const sealed = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(1000))

/**
 * Calls of the frame to the guardian: a second service with its own key and its own mail, which opens a recovery share only for a
 * person who proves to it, not to our API, who they are. It remembers for each wallet whose it is.
 */
export const guardianApi = {
  /** Its key, and the social logins that it can ask for itself. */
  readKey: {
    input: z.object({}),
    output: z.object({ publicKey: sealKey, socials: z.optional(z.array(z.string())) }),
  },
  /**
   * Mails a link to the address that the share is bound to, or, for a person with a social login, returns the page
   * (`uri`) where they log in again, before the guardian. The frame and the guardian's page both show the number, for
   * comparison.
   */
  startRelease: {
    input: z.object({
      /** The API's, for this very wallet, person and device. */
      ticket: token,
      email: z.optional(email),
      /** In place of an address: the provider, and the person as `identityHash` writes them. */
      social: z.optional(z.object({ provider: accountProvider, identity })),
      walletId: id,
      generation: z.int().check(z.gte(1), z.lte(1_000_000)),
      sealed,
      device: z.object({ deviceId: id, sealKey }),
    }),
    output: z.object({
      release: id,
      number: z.string().check(z.regex(/^[0-9]{2}$/)),
      endsInSeconds: z.int(),
      /** The page where a person with a social login logs in before the guardian. */
      uri: z.optional(webUrl(2000)),
      /** Seconds until it opens, if the person has already approved this device and it must wait. */
      opensInSeconds: z.optional(z.int()),
    }),
  },
  /** Status of a release; once approved, the share, sealed to the requesting device, sent once. */
  readRelease: {
    input: z.object({ release: id }),
    output: z.object({
      state: z.enum(['waiting', 'held', 'approved', 'refused', 'ended']),
      /** Seconds until it opens, of one that is held: approved, and to be canceled by mail until then. */
      opensInSeconds: z.optional(z.int()),
      sealed: z.optional(sealed),
    }),
  },
  /**
   * The wallet's own word, signed with a key drawn from its entropy, that it is in use, whose it is and under which policy. The first one
   * pins the person; another person's takes effect at once, and the previous address gets an email that can undo it.
   */
  registerWallet: {
    input: z.object({
      ticket: token,
      walletId: id,
      identity,
      /** Of a person who logs in by email: where the guardian reaches them. */
      email: z.optional(email),
      policy: recoveryPolicy,
      key: sealKey,
      signature: z.string().check(z.regex(/^[\w-]{86}$/)),
    }),
    /** With the guardian's newest key: shares that are encrypted to an older one are to be made again. */
    output: z.object({ status: z.string(), publicKey: sealKey }),
  },
} satisfies Contract

export const guardianRoutes = {
  readKey: { method: 'GET', path: '/guardian/v1/key' },
  startRelease: { method: 'POST', path: '/guardian/v1/releases' },
  readRelease: { method: 'GET', path: '/guardian/v1/releases/:release' },
  registerWallet: { method: 'POST', path: '/guardian/v1/wallets' },
} as const satisfies HttpRoutes<typeof guardianApi>
