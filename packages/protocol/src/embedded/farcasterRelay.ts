import * as z from 'zod/mini'

const text = (longest: number) => z.string().check(z.maxLength(longest))
const nonce = z.string().check(z.regex(/^[0-9a-zA-Z]{8,128}$/))
const signature = z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2}){1,10000}$/))
const fid = z.int().check(z.positive())
/** The person's profile next to the signed message: unproven. */
const profile = {
  authMethod: z.optional(z.enum(['custody', 'authAddress'])),
  username: z.optional(text(200)),
  bio: z.optional(text(2000)),
  displayName: z.optional(text(200)),
  pfpUrl: z.optional(text(4000)),
}

/** `POST /v1/channel`: what a site asks a person's Farcaster app to sign (FIP-11). */
export const farcasterRequest = z.object({
  siweUri: z.string().check(
    z.maxLength(2000),
    z.refine((uri) => URL.canParse(uri)),
  ),
  domain: z.string().check(z.minLength(1), z.maxLength(260), z.regex(/^\S+$/)),
  nonce: z.optional(nonce),
  notBefore: z.optional(text(40)),
  expirationTime: z.optional(text(40)),
  requestId: z.optional(text(200)),
  redirectUrl: z.optional(text(2000)),
  acceptAuthAddress: z.optional(z.boolean()),
})
export type FarcasterRequest = z.infer<typeof farcasterRequest>

/** The relay's response: the secret that polls the channel, and the link for the person's phone. */
export const farcasterChannel = z.object({
  channelToken: z.string().check(z.regex(/^[\w-]{1,200}$/)),
  url: z.string().check(z.maxLength(2000), z.refine(isLink)),
  nonce,
})

/** `GET /v1/channel/status`, with the channel's token as bearer: 202 while it is pending, 200 once when it is completed. */
export const farcasterStatus = z.object({
  state: z.enum(['pending', 'completed']),
  nonce: z.optional(nonce),
  message: z.optional(text(8000)),
  signature: z.optional(signature),
  fid: z.optional(fid),
  ...profile,
  signatureParams: z.optional(farcasterRequest),
})

/** `POST /v1/channel/authenticate`, by the person's app: what it signed. */
export const farcasterAnswer = z.object({ message: text(8000), signature, fid, ...profile })
export type FarcasterAnswer = z.infer<typeof farcasterAnswer>

/** Whether an address may be shown to a person as a link: of the web, or of this machine. */
function isLink(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere(url.hostname))
}

/** Whether a host is this machine. */
export const isHere = (host: string): boolean =>
  host === '127.0.0.1' || host === 'localhost' || host.endsWith('.localhost')
