import { createGuardian } from '@billfold/guardian/createGuardian'
import { createMemory } from '@billfold/guardian/createMemory'
import type { Release } from '@billfold/guardian/release'
import { parse } from '@billfold/protocol/contract'
import { ticketClaims } from '@billfold/protocol/embedded/guardianTicket'
import { type Opener, openerOf, openWith } from '@billfold/protocol/embedded/hpke'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { p256 } from '@noble/curves/nist.js'

/** The world around a test's guardian. */
type World = {
  mails: { to: string; text: string }[]
  /** The user that a provider returns. */
  comes: { subject: string; name: string; email: string | undefined }
  hasSigned: boolean
}

/** The real guardian, for tests of the wallet: mail, providers and tickets are the test's. */
export function testGuardian(clock: { now(): number }, server: World) {
  const agreed = new Map<string, Uint8Array>()
  /** A key for tests that try many persons on one share: the slow half is done once. */
  const remembering = (opener: Opener): Opener => ({
    publicKey: opener.publicKey,
    async agree(other) {
      const name = encodeBase64Url(opener.publicKey) + encodeBase64Url(other)
      const secret = agreed.get(name) ?? (await opener.agree(other))
      agreed.set(name, secret)
      return secret
    },
  })
  /** Newest first. */
  const guardianOpeners = [openerOf(p256.utils.randomSecretKey())]
  const memory = createMemory<Release>(clock.now)
  const startGuardian = () =>
    createGuardian({
      openers: [...guardianOpeners],
      memory: { memory, save: () => {} },
      projects: new Map([['test', 'app.site.example']]),
      // Accept whatever the API wrote: the guardian's own tests verify signatures.
      async readTicket(ticket) {
        const claims = parse(ticketClaims, JSON.parse(new TextDecoder().decode(decodeBase64Url(ticket))))
        if (claims.exp * 1000 < clock.now()) throw new KitError('unauthorized')
        return claims
      },
      publicUrl: 'https://guardian.example',
      frameOrigins: ['https://wallet.example'],
      sendMail: async (mail) => void server.mails.push(mail),
      // The provider's word is the test's; the guardian's own checks of it are its tests' matter.
      social: {
        names: ['google'],
        authorizationUrl: async (provider, { state }) => `https://id.example/${provider}?state=${state}`,
        personOf: async () => ({ subject: server.comes.subject, email: server.comes.email ?? null }),
      },
      farcaster: {
        open: async () => ({ channelToken: 'c', url: 'https://farcaster.example/siwf' }),
        read: async () => (server.hasSigned ? { message: 'm', signature: '0x00', fid: 7 } : undefined),
        verify: async () => ({ subject: server.comes.subject, email: null, name: server.comes.name }),
      },
      clientOf: () => '127.0.0.1',
      now: clock.now,
      log: () => {},
    })
  let running = startGuardian()
  const guardian = {
    fetch: (request: Request) => running.fetch(request),
    request: (...given: Parameters<typeof running.request>) => running.request(...given),
  }
  const guardianKey = () => encodeBase64Url(guardianOpeners[0]!.publicKey)
  /** The guardian starts again with one key more. */
  const rotateGuardianKey = () => {
    guardianOpeners.unshift(openerOf(p256.utils.randomSecretKey()))
    running = startGuardian()
  }
  const openAsGuardian = (info: Uint8Array, sealed: string) =>
    openWith(remembering(guardianOpeners[0]!), info, decodeBase64Url(sealed))
  return { guardian, guardianKey, rotateGuardianKey, openAsGuardian }
}
