import * as z from 'zod/mini'
import { frameRpc } from './frameRpc.ts'

const short = z.string().check(z.maxLength(200))
// By our own pattern: zod's addresses and URLs would come with every page's dialog, which shares its schemas.
const emailPattern =
  /^(?!.*\.\.)[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/
const email = z.string().check(z.maxLength(254), z.regex(emailPattern))
const url = z.string().check(
  z.maxLength(4096),
  z.refine((text) => URL.canParse(text)),
)
const otp = z.string().check(z.maxLength(20))
const chainId = z.union([z.string().check(z.maxLength(80)), z.int().check(z.gte(0))])
const nothing = z.optional(z.unknown())
const account = z.object({ address: short, type: z.enum(['eoa', 'smartAccount']) })
const user = {
  email: z.nullish(z.string().check(z.maxLength(254))),
  address: short,
  chainId,
  accounts: z.optional(z.array(account).check(z.maxLength(10))),
}
const texts = z.record(z.string().check(z.maxLength(100)), z.union([z.string().check(z.maxLength(1000)), z.number()]))

/** The social login providers. */
export const socialProviders = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
export type SocialProvider = (typeof socialProviders)[number]

/**
 * Everything a page may ask the frame for, by AppKit's own names: `@w3m-app/NAME` is answered by `@w3m-frame/NAME_SUCCESS` or
 * `…_ERROR`. `waits` marks what ends after half a minute.
 */
export const frameRequests = {
  CONNECT_EMAIL: {
    input: z.object({ email }),
    output: z.object({ action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
    waits: true,
  },
  CONNECT_DEVICE: { input: nothing, output: nothing, waits: false },
  CONNECT_OTP: {
    input: z.object({ otp }),
    // Ours: the frame reveals an unknown device only after the person proved their mailbox, so that no one can probe
    // which addresses have a wallet.
    output: z.optional(z.object({ action: z.optional(z.literal('VERIFY_DEVICE')) })),
    waits: true,
  },
  GET_SOCIAL_REDIRECT_URI: {
    // Ours: `returnTo` is the site's own page, where the person leaves it for the login and comes back.
    input: z.object({ provider: z.enum(socialProviders), returnTo: z.optional(url) }),
    output: z.object({ uri: url }),
    waits: true,
  },
  CONNECT_SOCIAL: {
    input: z.object({ uri: z.string().check(z.maxLength(8192)) }),
    // Ours: a device that the wallet does not know yet has to be approved first.
    output: z.union([
      z.object({ action: z.literal('VERIFY_DEVICE'), userName: z.nullish(short) }),
      z.object({ ...user, userName: z.nullish(short) }),
    ]),
    waits: true,
  },
  // Ours: the frame asks the person for a passkey, or makes one; answered when they are logged in.
  CONNECT_PASSKEY: { input: nothing, output: z.object(user), waits: false },
  GET_FARCASTER_URI: { input: nothing, output: z.object({ url: url }), waits: true },
  CONNECT_FARCASTER: {
    input: nothing,
    // Ours: a device that the wallet does not know yet has to be approved first, by CONNECT_DEVICE.
    output: z.object({ userName: short, action: z.optional(z.literal('VERIFY_DEVICE')) }),
    waits: false,
  },
  GET_USER: {
    input: z.optional(
      z.object({ chainId: z.optional(chainId), preferredAccountType: z.optional(z.enum(['eoa', 'smartAccount'])) }),
    ),
    output: z.object({
      ...user,
      smartAccountDeployed: z.optional(z.boolean()),
      preferredAccountType: z.optional(z.enum(['eoa', 'smartAccount'])),
    }),
    waits: true,
  },
  IS_CONNECTED: { input: nothing, output: z.object({ isConnected: z.boolean() }), waits: true },
  GET_CHAIN_ID: { input: nothing, output: z.object({ chainId }), waits: true },
  SWITCH_NETWORK: { input: z.object({ chainId }), output: z.object({ chainId }), waits: true },
  SIGN_OUT: { input: nothing, output: nothing, waits: true },
  // Ours: the frame has the person decide whether this site sees their email address; null for someone without one.
  SHARE_EMAIL: { input: nothing, output: z.object({ email: user.email }), waits: false },
  UPDATE_EMAIL: {
    input: z.object({ email }),
    // Ours: `CHANGED`, once the person has entered both codes on the frame's own screen. Older frames had the page collect them.
    output: z.object({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP', 'CHANGED']) }),
    waits: false,
  },
  // Refused as `method_unsupported`: no page handles the codes of an address.
  UPDATE_EMAIL_PRIMARY_OTP: { input: z.object({ otp }), output: nothing, waits: true },
  UPDATE_EMAIL_SECONDARY_OTP: { input: z.object({ otp }), output: z.object({ newEmail: email }), waits: true },
  SYNC_THEME: {
    input: z.object({
      themeMode: z.optional(z.enum(['light', 'dark'])),
      themeVariables: z.optional(texts),
      w3mThemeVariables: z.optional(texts),
    }),
    output: nothing,
    waits: true,
  },
  SYNC_DAPP_DATA: {
    input: z.object({
      metadata: z.optional(
        z.object({
          name: short,
          description: z.string().check(z.maxLength(1000)),
          url: z.string().check(z.maxLength(2048)),
          icons: z.array(z.string().check(z.maxLength(2048))).check(z.maxLength(10)),
        }),
      ),
      sdkVersion: z.optional(short),
      sdkType: z.optional(short),
      projectId: short,
    }),
    output: nothing,
    waits: true,
  },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: {
    input: nothing,
    output: z.object({ smartAccountEnabledNetworks: z.array(z.int().check(z.gte(0))).check(z.maxLength(1000)) }),
    waits: true,
  },
  // Refused as `method_unsupported`: an account's code comes with its first transaction.
  INIT_SMART_ACCOUNT: { input: nothing, output: nothing, waits: true },
  SET_PREFERRED_ACCOUNT: {
    input: z.object({ type: z.enum(['eoa', 'smartAccount']) }),
    output: z.object({ type: z.enum(['eoa', 'smartAccount']), address: short }),
    waits: true,
  },
  RPC_REQUEST: { input: frameRpc, output: z.unknown(), waits: false },
  RELOAD: { input: nothing, output: nothing, waits: true },
  // Ours: the frame shows its own screen of devices, recovery and export; answered when the person is done with it.
  SHOW_SECURITY: { input: nothing, output: nothing, waits: false },
} as const satisfies Record<string, { input: z.ZodMiniType; output: z.ZodMiniType; waits: boolean }>

export type FrameRequests = typeof frameRequests
export type FrameRequestName = keyof FrameRequests
