import { cancelLogin } from '@billfold/core/features/embedded/cancelLogin'
import { embeddedInitial } from '@billfold/core/features/embedded/embedded'
import type { Kit } from '@billfold/core/kit'
import type { Embedded, LoginWay } from '@billfold/core/model/embedded'
import { useCallback, useEffect, useState } from 'react'
import { useSelect } from '../hooks/useSelect.ts'
import { loadLogin } from './loadLogin.ts'
import type { LoginParts } from './loginParts.ts'
import { missedLogin, type OwnLogin, readLogin } from './readLogin.ts'
import { useHeadlessKit } from './useHeadlessKit.ts'

type Login = {
  kit: Kit
  /** This hook's part of the login state. */
  own: OwnLogin
  /** All of it. */
  state: Embedded
  /** Runs a step of it; `unless` tidies up where its code cannot be fetched. */
  run: (step: (parts: LoginParts) => Promise<void>, unless?: () => void) => Promise<void>
  cancel: () => void
}

/**
 * Shared state of the login hooks. The code loads right after the page: a window that a click opened should not stay
 * empty for long.
 */
export function useLogin(isOffered: boolean, isOwn: (way: LoginWay) => boolean): Login {
  const { kit } = useHeadlessKit()
  const state = useSelect((now) => now.embedded ?? embeddedInitial)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    // A failure shows only once someone logs in: until then nothing is missing.
    if (isOffered) void loadLogin(kit).catch(() => undefined)
  }, [kit, isOffered])
  const run = useCallback<Login['run']>(
    async (step, unless) => {
      const parts = await loadLogin(kit).catch((e) => kit.ports.log.info('The login did not load', e))
      setMissing(!parts)
      if (parts) await step(parts)
      else unless?.()
    },
    [kit],
  )
  const cancel = useCallback(() => {
    setMissing(false)
    cancelLogin(kit)
  }, [kit])
  return { kit, own: isMissing ? missedLogin : readLogin(state, isOwn), state, run, cancel }
}
