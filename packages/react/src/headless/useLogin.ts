import { cancelLogin } from '@billfold/core/features/embedded/cancelLogin'
import { embeddedInitial } from '@billfold/core/features/embedded/embedded'
import type { Kit } from '@billfold/core/kit'
import type { Embedded, LoginWay } from '@billfold/core/model/embedded'
import { KitError } from '@billfold/protocol/error'
import { useCallback, useEffect, useState } from 'react'
import { useSelect } from '../hooks/useSelect.ts'
import type { LoginParts } from './loginParts.ts'
import { missedLogin, type OwnLogin, readLogin } from './readLogin.ts'
import { completeNow, useHeadlessKit } from './useHeadlessKit.ts'

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

/** Fetches the embedded wallet and what logs in to it; the wallet's own page is loaded when someone does. */
async function loadLogin(kit: Kit): Promise<LoginParts> {
  const [{ startEmbedded }, { loginParts, nameFrame }] = await Promise.all([
    import('@billfold/core/reactions/startEmbedded'),
    import('./loginParts.ts'),
    completeNow(kit),
  ])
  startEmbedded(kit)
  // The kit has said why in the console.
  if (!kit.embedded) throw new KitError('unavailable')
  void nameFrame(kit).catch((e) => kit.ports.log.info('The wallet’s window has no name', e))
  return loginParts
}
