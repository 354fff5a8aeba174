import { completeKit } from '@billfold/core/completeKit'
import { cancelSwitch } from '@billfold/core/features/network/switchNetwork'
import { puppetConnector, sessionOf } from '@billfold/core/test/puppetConnector'
import { KitError } from '@billfold/protocol/error'
import { afterEach, describe, expect, it } from 'vitest'
import { createAppKit } from '../createAppKit.tsx'
import { billfoldConnector } from '../wagmi.ts'
import { latestKit } from './currentKits.ts'

const networkOf = (id: number) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})
const [first, second, third] = [networkOf(1), networkOf(10), networkOf(137)]

afterEach(() => latestKit()?.dispose())

type Switch = (networkId: string, signal: AbortSignal) => Promise<void>

/** A kit with a connected wallet that switches as `onSwitch` says. */
function connect(onSwitch: Switch) {
  const appKit = createAppKit({ projectId: 'test', networks: [first, second, third], debug: false })
  completeKit(appKit.kit)
  const { connector } = puppetConnector(
    {},
    { switchNetwork: ({ networkId }, _, signal) => onSwitch(networkId, signal) },
  )
  appKit.kit.connectors.add(connector)
  appKit.kit.store.send({
    ...{ type: 'account/connected', namespace: 'eip155', connectorId: connector.id, how: 'user' },
    ...sessionOf('0x00000000000000000000000000000000000000aa'),
  })
  const toast = () => {
    const { notice } = appKit.kit.store.get()
    return notice.phase === 'shown' ? notice.notice.code : undefined
  }
  return { appKit, toast }
}
const rejects = (code: 'user_rejected' | 'chain_unknown' | 'internal') => async () => {
  throw new KitError(code)
}

describe('switchNetwork', () => {
  it('rejects with 4001 if the visitor declines', async () => {
    const { appKit, toast } = connect(rejects('user_rejected'))
    await expect(appKit.switchNetwork(second)).rejects.toMatchObject({ code: 4001 })
    expect(appKit.getChainId()).toBe(1)
    expect(toast()).toBeUndefined()
  })

  it('rejects with 4902 if the site or the wallet lacks the network', async () => {
    const { appKit } = connect(rejects('chain_unknown'))
    await expect(appKit.switchNetwork(networkOf(77))).rejects.toMatchObject({
      code: 4902,
      message: 'Network not found: eip155:77',
    })
    await expect(appKit.switchNetwork(second)).rejects.toMatchObject({ code: 4902 })
  })

  it('rejects an attempt that a newer one replaced', async () => {
    const { appKit } = connect((networkId, signal) =>
      networkId === 'eip155:137'
        ? Promise.resolve()
        : new Promise((_, reject) => signal.addEventListener('abort', () => reject(new KitError('aborted')))),
    )
    const replaced = appKit.switchNetwork(second)
    const outcome = expect(replaced).rejects.toMatchObject({ cause: { code: 'aborted' } })
    await expect.poll(() => appKit.kit.store.get().switchAttempt.phase).toBe('switching')
    await appKit.switchNetwork(third)
    await outcome
  })

  it('rejects an attempt that the wallet carries out after a newer one', async () => {
    let finish = () => {}
    const { appKit } = connect((networkId) =>
      networkId === 'eip155:137' ? Promise.resolve() : new Promise((resolve) => (finish = resolve)),
    )
    const replaced = appKit.switchNetwork(second)
    const outcome = expect(replaced).rejects.toMatchObject({ cause: { code: 'aborted' } })
    await expect.poll(() => appKit.kit.store.get().switchAttempt.phase).toBe('switching')
    cancelSwitch(appKit.kit)
    finish()
    await outcome
  })

  it('resolves once the wallet has switched', async () => {
    const { appKit, toast } = connect(async () => undefined)
    await expect(appKit.switchNetwork(second)).resolves.toBeUndefined()
    expect(toast()).toBeUndefined()
  })

  it('shows a failure while the modal is closed', async () => {
    const { appKit, toast } = connect(rejects('internal'))
    await expect(appKit.switchNetwork(second)).rejects.toMatchObject({ code: -32603 })
    expect(appKit.isOpen()).toBe(false)
    expect(toast()).toBe('switchFailed')
  })

  it('shows a failure once while the view waits for it', async () => {
    const { appKit, toast } = connect(rejects('internal'))
    await appKit.open()
    appKit.kit.store.send({ type: 'modal/pushed', view: { name: 'SwitchNetwork', networkId: 'eip155:10' } })
    await expect.poll(() => appKit.kit.store.get().switchAttempt.phase).toBe('failed')
    expect(toast()).toBeUndefined()
  })
})

it('gives wagmi the wallet’s own reason for staying', async () => {
  const { appKit } = connect(rejects('chain_unknown'))
  const events = { emit: () => true }
  const connector = billfoldConnector(appKit)({ chains: [first, second], emitter: events } as never)
  await expect(connector.switchChain?.({ chainId: 10 })).rejects.toMatchObject({ code: 4902 })
})
