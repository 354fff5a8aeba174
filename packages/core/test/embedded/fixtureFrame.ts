import { KitError } from '@billfold/protocol/error'
import { answerFrame, type FrameHandlers } from '@billfold/protocol/frame/answerFrame'
import { createFrameClient } from '@billfold/protocol/frame/createFrameClient'
import { type FrameEvent, readAppMessage, writeEvent } from '@billfold/protocol/frame/frameMessages'
import type { FramePort } from '@billfold/protocol/frame/framePort'
import { frameRequests } from '@billfold/protocol/frame/frameRequests'
import type { openFrame } from '../../src/connectors/embedded/openFrame.ts'

export const fixtureAddresses = {
  eip155: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  solana: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
} as const

/** A minimal frame: one person, one code, no keys. The test's handlers override its own. */
export function fixtureHandlers(over: Partial<FrameHandlers> = {}): FrameHandlers {
  const person = { email: '', isIn: false, type: 'eoa' as 'eoa' | 'smartAccount' }
  const refuse = () => Promise.reject(new KitError('method_unsupported'))
  const all = Object.fromEntries(Object.keys(frameRequests).map((name) => [name, refuse])) as unknown as FrameHandlers
  return {
    ...all,
    CONNECT_EMAIL: async ({ email }) => {
      person.email = email
      return { action: 'VERIFY_OTP' }
    },
    CONNECT_OTP: async ({ otp }) => {
      if (otp !== '123456') throw new KitError('sign_in_unproven')
      person.isIn = true
      return undefined
    },
    IS_CONNECTED: async () => ({ isConnected: person.isIn }),
    GET_USER: async (input) => {
      const chainId = input?.chainId ?? 1
      const isSolana = String(chainId).startsWith('solana:')
      return {
        email: person.email,
        address: fixtureAddresses[isSolana ? 'solana' : 'eip155'],
        chainId,
      }
    },
    SWITCH_NETWORK: async ({ chainId }) => ({ chainId }),
    SIGN_OUT: async () => {
      person.isIn = false
    },
    SYNC_THEME: async () => undefined,
    SYNC_DAPP_DATA: async () => undefined,
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({ smartAccountEnabledNetworks: [1, 10] }),
    ...over,
  }
}

/** A replacement for a page's real frame: no document, but the real protocol, recording every request. */
export function fixtureFrame(over: Partial<FrameHandlers> = {}) {
  const handlers = fixtureHandlers(over)
  const requests: { name: string; input: unknown }[] = []
  let tell: ((event: FrameEvent) => void) | undefined
  let dismiss: (() => void) | undefined
  let address = () => ''
  const open: typeof openFrame = ({ ports, src, onReady, onEvent, onDismiss }) => {
    dismiss = onDismiss
    address = src
    const pass = (to: FramePort, message: unknown) => {
      const data = structuredClone(message)
      const read = to === frame ? readAppMessage(data) : undefined
      if (read?.kind === 'request') requests.push({ name: read.name, input: read.input })
      queueMicrotask(() => to.onmessage?.({ data }))
    }
    const page: FramePort = { onmessage: null, postMessage: (message) => pass(frame, message) }
    const frame: FramePort = { onmessage: null, postMessage: (message) => pass(page, message) }
    let client: ReturnType<typeof createFrameClient> | undefined
    let stop = () => {}
    const boot = () => {
      if (client) return client
      stop = answerFrame(frame, handlers)
      client = createFrameClient(page, { after: ports.clock.after, onEvent })
      tell = (event) => frame.postMessage(writeEvent(event))
      onReady(client.ask)
      return client
    }
    return {
      ask: (...question) => boot().ask(...question),
      raise: () => undefined,
      label: () => undefined,
      dispose: () => stop(),
    }
  }
  return {
    open,
    /** The page's requests, in order. */
    asked: requests,
    names: () => requests.map(({ name }) => name),
    inputs: (name: string) => requests.filter((each) => each.name === name).map(({ input }) => input),
    /** The frame's current URL. */
    address: () => new URL(address()),
    say: (event: FrameEvent) => tell?.(event),
    dismiss: () => dismiss?.(),
  }
}
