import { fixtureHandlers } from '@billfold/core/test/embedded/fixtureFrame'
import { KitError } from '@billfold/protocol/error'
import { answerFrame } from '@billfold/protocol/frame/answerFrame'
import { type FrameEvent, frameVersion, portMessage, writeEvent } from '@billfold/protocol/frame/frameMessages'
import type { FramePort } from '@billfold/protocol/frame/framePort'
import { privateKeyToAccount } from 'viem/accounts'

// The first of the published test accounts, whose key everyone knows.
const signer = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const channel = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('')
const boots = Number(localStorage.getItem('boots') ?? 0) + 1
localStorage.setItem('boots', String(boots))
document.documentElement.dataset.boots = String(boots)
const say = (port: FramePort, event: FrameEvent) => port.postMessage(writeEvent(event))
const part = (id: string) => document.getElementById(id) as HTMLElement

/** Shows the prompt until someone presses one of the two buttons, or the page aborts. */
function approval(port: FramePort, text: string, signal: AbortSignal): Promise<void> {
  part('asked').textContent = text
  say(port, { name: 'SHOW', payload: { screen: 'approval' } })
  return new Promise<void>((resolve, reject) => {
    part('yes').onclick = () => resolve()
    part('no').onclick = () => reject(new KitError('user_rejected'))
    signal.addEventListener('abort', () => reject(new KitError('aborted')))
  }).finally(() => say(port, { name: 'HIDE', payload: undefined }))
}

function serve(port: FramePort) {
  const isKept = () => localStorage.getItem('email') !== null
  const handlers = fixtureHandlers({
    CONNECT_OTP: async ({ otp }) => {
      if (otp !== '123456') throw new KitError('sign_in_unproven')
      localStorage.setItem('email', 'ann@site.example')
      return undefined
    },
    IS_CONNECTED: async () => ({ isConnected: isKept() }),
    SIGN_OUT: async () => localStorage.removeItem('email'),
    SHOW_SECURITY: (_, signal) => approval(port, 'Security', signal),
    RPC_REQUEST: async ({ method, params }, signal) => {
      if (method !== 'personal_sign') throw new KitError('method_unsupported')
      const [message] = params as [`0x${string}`]
      await approval(port, method, signal)
      return signer.signMessage({ message: { raw: message } })
    },
  })
  const user = handlers.GET_USER
  answerFrame(port, {
    ...handlers,
    GET_USER: async (...args) => ({ ...(await user(...args)), email: localStorage.getItem('email') }),
  })
}

addEventListener('message', ({ source, data, ports: [port] }) => {
  const known = portMessage.safeParse(data)
  if (source !== parent || !known.success || known.data.payload.channel !== channel || !port) return
  serve(port as unknown as FramePort)
})
parent.postMessage({ type: '@w3m-frame/READY', payload: { version: frameVersion, channel } }, '*')
