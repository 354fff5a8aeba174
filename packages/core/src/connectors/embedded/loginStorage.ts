import type { LoginKey, LoginStorage } from '../../model/kitEmbedded.ts'
import type { Storage } from '../../ports/storage.ts'

const prefix = '@appkit-wallet/'
const keys = {
  used: `${prefix}EMAIL_LOGIN_USED_KEY`,
  email: `${prefix}EMAIL`,
  username: `${prefix}SOCIAL_USERNAME`,
  chain: `${prefix}LAST_USED_CHAIN_KEY`,
  mailedAt: `${prefix}LAST_EMAIL_LOGIN_TIME`,
  preferred: `${prefix}PREFERRED_ACCOUNT_TYPE`,
  social: '@appkit/connected_social',
} as const satisfies Record<LoginKey, string>

const ofLogin = [
  'used',
  'email',
  'chain',
  'mailedAt',
  'username',
  'social',
  'preferred',
] as const satisfies readonly LoginKey[]

export function loginStorage(storage: Storage): LoginStorage {
  const set = (what: LoginKey, value: string | undefined) => storage.set(keys[what], value)
  return {
    get: (what) => storage.get(keys[what]),
    set,
    isUsed: () => storage.get(keys.used) === 'true',
    forget() {
      for (const what of ofLogin) set(what, undefined)
    },
  }
}
