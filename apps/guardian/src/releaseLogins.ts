import { createHash } from 'node:crypto'
import type { AccountProvider } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import type { SocialPerson } from '@billfold/protocol/embedded/socialIssuers'
import type { LoginSecrets } from './createSocialLogin.ts'
import { newSecret } from './newSecret.ts'
import type { Login } from './release.ts'
import type { ReleaseStore } from './releaseStore.ts'

/** Logins per release: with a different account, or after an error. */
const maxLogins = 5

/** Logins at the provider of a release's person. A login only leads its owner to the page with the numbers. */
export function releaseLogins({ waiting, find, dropExpired }: ReleaseStore) {
  return {
    /** Starts a login at the provider, in one browser; replaces an earlier one of the same release. */
    beginLogin(login: string): Login | undefined {
      dropExpired()
      const release = find((each) => each.login === login && each.state === 'waiting')
      const provider = release?.asked.social?.provider
      if (!release || !provider || release.logins >= maxLogins) return undefined
      release.logins++
      const nonce = provider === 'farcaster' ? nonceOf(release.asked.device.sealKey, newSecret()) : newSecret()
      release.begun = { provider, state: newSecret(), nonce, verifier: newSecret(), browser: newSecret() }
      return release.begun
    },
    /** The pending login of this browser. */
    findLogin(state: string, browser: string): Login | undefined {
      dropExpired()
      const login = find((each) => each.begun?.state === state)?.begun
      return login?.browser === browser ? login : undefined
    },
    /** Ends the login of this browser; returns the secrets that the provider's response must match. */
    endLogin(
      provider: AccountProvider,
      state: string,
      browser: string,
    ): (LoginSecrets & { release: string }) | undefined {
      dropExpired()
      const release = find(({ begun }) => begun?.state === state)
      const { begun } = release ?? {}
      if (!release || !begun || begun.provider !== provider || begun.browser !== browser) return undefined
      release.begun = undefined
      return { release: release.id, state: begun.state, nonce: begun.nonce, verifier: begun.verifier }
    },
    /** Token of the page with the numbers, for the share's owner only. */
    prove(id: string, provider: AccountProvider, { subject, name, email }: SocialPerson): string | undefined {
      const release = waiting.get(id)
      if (release?.state !== 'waiting' || release.asked.social?.identity !== identityHash({ kind: provider, subject }))
        return undefined
      Object.assign(release, { name, address: email ?? undefined })
      return release.token
    },
  }
}

/** A nonce that names the requesting device, as at the API. EIP-4361 allows letters and digits only. */
const nonceOf = (sealKey: string, secret: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['farcaster-release-v1', sealKey, secret]))
    .digest('hex')
