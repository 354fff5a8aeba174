import { createHash } from 'node:crypto'
import { type Wallet, wallet } from '@billfold/protocol/api/registry'
import * as z from 'zod/mini'

const {
  homepage,
  mobile_link,
  desktop_link,
  webapp_link,
  browser_link,
  app_store,
  play_store,
  chrome_store,
  injected: wireInjected,
} = wallet.shape

/** Whether a link takes a page, by placeholders that clients know. */
const isTemplate = (link: string): boolean =>
  /\{(?:url|urlTwice|urlList64|hostPath)\}/.test(link) &&
  !/[{}]/.test(link.replace(/\{(?:url|urlTwice|urlList64|hostPath|origin)\}/g, ''))

/** A wallet as a file says it: the wire's fields, told more strictly, so that a slip of the pen does not reach visitors. */
export const walletFile = z.strictObject({
  id: z.optional(z.string().check(z.regex(/^[\w-]{1,80}$/))),
  name: z.string().check(z.regex(/^\S(?:.{0,62}\S)?$/u)),
  badge_type: z.optional(z.enum(['certified', 'none'])),
  chains: z
    .array(z.string().check(z.regex(/^[a-z][-a-z0-9]{2,7}:[-_a-zA-Z0-9]{1,32}$/)))
    .check(z.minLength(1), z.maxLength(500)),
  homepage,
  image_id: z.optional(z.string().check(z.regex(/^[\w-]{1,80}$/))),
  order: z.optional(z.number().check(z.gte(0), z.lte(1_000_000))),
  mobile_link,
  desktop_link,
  webapp_link,
  browser_link: z.optional(browser_link.check(z.refine((template) => isTemplate(template ?? '')))),
  browser_link_source: z.optional(
    z.strictObject({
      by: z.enum(['wallet', 'code', 'cited', 'project']),
      url: z.string().check(z.regex(/^https:\/\/\S+$/)),
    }),
  ),
  relays: z.optional(z.array(z.string().check(z.regex(/^wss?:\/\/[^\s/]\S*$/))).check(z.minLength(1), z.maxLength(20))),
  app_store,
  play_store,
  chrome_store,
  rdns: z.optional(z.string().check(z.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i), z.maxLength(200))),
  injected: wireInjected,
  hidden: z.optional(z.boolean()),
})

/** The expected value of each field, for the error message. */
export const walletFields: Readonly<Record<string, string>> = {
  id: '1 to 80 letters, digits, hyphens and underscores',
  name: 'a name of 1 to 64 characters',
  badge_type: 'certified or none',
  chains: 'a list of networks such as ["eip155:1"]',
  homepage: 'a web address',
  image_id: '1 to 80 letters, digits, hyphens and underscores',
  order: 'a number from 0 to 1000000',
  mobile_link: "the app's link, such as acme:// or https://acme.example",
  desktop_link: "the app's link, such as acme:// or https://acme.example",
  webapp_link: 'a web address',
  browser_link: 'a link with {url}, {urlTwice}, {urlList64} or {hostPath}, such as https://acme.example/dapp?url={url}',
  browser_link_source:
    'such as { "by": "wallet", "url": "https://docs.acme.example" }; by is wallet, code, cited or project',
  relays: 'a list of relays such as ["wss://relay.example.com"]',
  app_store: 'a web address',
  play_store: 'a web address',
  chrome_store: 'a web address',
  rdns: 'a domain the other way round, such as com.acme.wallet',
  injected: 'a list such as [{ "namespace": "eip155", "injected_id": "isAcme" }]',
  hidden: 'true or false',
}

/** The id of a wallet that has none of old: the same on every server, made of its rdns or else its name. */
export function deriveWalletId({ rdns, name }: { rdns?: string | undefined; name: string }): string {
  return createHash('sha256')
    .update(`billfold:wallet:${rdns ?? name}`)
    .digest('hex')
}

/** A file's wallet as the wire knows it, with the fields that may be left out filled in. */
export function toWallet({
  hidden: _,
  browser_link_source: __,
  ...file
}: z.infer<typeof walletFile>): Wallet & { id: string; order: number } {
  const id = file.id ?? deriveWalletId(file)
  return { ...file, id, image_id: file.image_id ?? id, order: file.order ?? 10_000 }
}
