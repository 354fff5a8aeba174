import { deviceLabel } from '@billfold/protocol/deviceLabel'
import { checkSignIn } from '@billfold/protocol/signin/checkSignIn'
import { readSignIn } from '@billfold/protocol/signin/readSignIn'
import { RefusedSignIn } from '@billfold/protocol/signin/refusedSignIn'
import { verifySignature } from '@billfold/protocol/signin/verifySignature'
import type { AuthDeps } from './authDeps.ts'
import { canonicalAddress } from './canonicalAddress.ts'
import { createAskChain } from './createAskChain.ts'
import { consumeNonce, findNonce } from './nonces.ts'
import { addSignIn, describeSignIn } from './signIns.ts'

/** Allowed difference between our clock and a visitor's. */
const skewMs = 60_000

type Attempt = {
  projectId: string
  origin: string
  nonceToken: string | undefined
  message: string
  signature: string
  userAgent: string
  signal: AbortSignal
}

/**
 * Signs someone in after checking every part of their signed message. The nonce is consumed with the sign-in, in one
 * transaction.
 */
export async function authenticate(deps: AuthDeps, attempt: Attempt) {
  const { db, chains, rpc, tokens, now } = deps
  const { projectId, origin, message, signature } = attempt
  const nonce = await tokens.readNonce(attempt.nonceToken, projectId)
  const holder = await findNonce(deps, nonce)
  if (holder.projectId !== projectId) throw new RefusedSignIn('nonce', 'its nonce belongs to another project')
  if (holder.origin !== origin) throw new RefusedSignIn('domain', 'its nonce was issued to another site')

  const text = readSignIn(message)
  checkSignIn(text, {
    domain: new URL(origin).host,
    nonce,
    chainIds: chains.list().flatMap(({ id }) => (id === (holder.chainId ?? id) ? [id] : [])),
    address: holder.address,
    now: now().getTime(),
    skewMs,
  })
  if (new URL(text.uri).origin !== origin) throw new RefusedSignIn('uri', 'its URI is on another site')
  const account = { chainId: text.chainId, address: text.address }
  let isContract = false
  const ask = createAskChain(rpc, attempt.signal)
  const isSigned = await verifySignature(account, message, signature, (...args) => {
    isContract = true
    return ask(...args)
  })
  if (!isSigned) throw new RefusedSignIn('signature', 'its signature is from another account')

  const signedIn = await db.transaction().execute(async (tx) => {
    const at = now()
    await consumeNonce(tx, nonce, at)
    return addSignIn(tx, deps, {
      projectId,
      origin,
      chainId: text.chainId,
      address: canonicalAddress(text.chainId, text.address),
      isContract,
      label: deviceLabel(attempt.userAgent),
      at,
      until: text.expirationTime ? new Date(Date.parse(text.expirationTime) + skewMs) : undefined,
    })
  })
  return describeSignIn(deps, signedIn)
}
