import { socialProvider } from '../embedded/embeddedApi.ts'
import { optional, type Setting, type Settings, secret } from './setting.ts'

const id = 'an id'
const farcasterUrl = 'a URL like https://relay.farcaster.xyz, or http:// on this machine'

/** Social logins, by the prefix of their program: `SOCIAL_GOOGLE_CLIENT_ID` and so on. `readSocialSettings` validates them. */
export function socialSettingsOf(prefix: string): Settings {
  const rows = socialProvider.options.flatMap((provider): [string, Setting][] => {
    const name = `${prefix}${provider.toUpperCase()}`
    return [
      [`${name}_CLIENT_ID`, optional(id, `Your registration at ${provider}; set it with its secret.`)],
      [`${name}_CLIENT_SECRET`, secret(optional('the secret of that registration', 'Its secret.'))],
      [
        `${name}_ISSUER`,
        optional('a URL like https://id.example, or http:// on this machine', `A stand-in for ${provider}.`),
      ],
    ]
  })
  return {
    ...Object.fromEntries(rows),
    [`${prefix}FARCASTER_RELAY_URL`]: optional(farcasterUrl, 'Sign in with Farcaster: a relay; set it with the node.'),
    [`${prefix}FARCASTER_RPC_URL`]: secret(optional(farcasterUrl, 'Sign in with Farcaster: a node of OP Mainnet.')),
  }
}
