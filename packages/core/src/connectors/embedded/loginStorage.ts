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
} as const
type LoginKey = keyof typeof keys

/** Login data stored by the page under AppKit's keys: no secrets or signing keys. */
export type LoginStorage = {
  get(what: LoginKey): string | undefined
  set(what: LoginKey, value: string | undefined): void
  /** Whether someone is logged in here: otherwise the frame is not contacted. */
  isUsed(): boolean
  forget(): void
}

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
