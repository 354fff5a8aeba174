import type { AppKit } from '@billfold/react'
import { CloudAuthSIWX } from '@billfold/react/siwx'

export const signInModes = ['off', 'optional', 'required'] as const
/** Whether the playground signs visitors in. */
export type SignInMode = (typeof signInModes)[number]

const made = new Map<SignInMode, CloudAuthSIWX>()

/** The playground's sign-in by the API: one object for each mode. */
export function siwxFor(mode: SignInMode): CloudAuthSIWX | undefined {
  if (mode === 'off') return undefined
  const known = made.get(mode)
  if (known) return known
  const siwx = new CloudAuthSIWX({
    required: mode === 'required',
    statement: `Sign in to ${location.host}.`,
  })
  made.set(mode, siwx)
  return siwx
}

const parameter = 'sign-in'

/** The mode in the page's address, so that a reload signs in the same way. */
export function readSignInMode(): SignInMode {
  const value = new URLSearchParams(location.search).get(parameter)
  return signInModes.find((mode) => mode === value) ?? 'off'
}

/** Switches a running kit's sign-in on or off, and writes the mode into the address. */
export async function applySignInMode(appKit: AppKit, mode: SignInMode): Promise<void> {
  const url = new URL(location.href)
  if (mode === 'off') url.searchParams.delete(parameter)
  else url.searchParams.set(parameter, mode)
  history.replaceState(null, '', url)
  const { loadSignIn } = await import('@billfold/core/reactions/deferredStarts')
  await loadSignIn(appKit.kit)
  appKit.kit.store.send({ type: 'options/changed', options: { siwx: siwxFor(mode) as never } })
}
