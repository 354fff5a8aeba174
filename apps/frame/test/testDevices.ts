import type { RecoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import { verifyMessage } from 'viem'
import { expect } from 'vitest'
import { createWallet } from '../src/wallet/createWallet.ts'
import type { Held, Person, Wallet } from '../src/wallet/wallet.ts'
import { memoryStore } from './memoryStore.ts'
import { pretendServers } from './pretendServers.ts'

export const email = 'ann@site.example'
export const site = 'app.site.example'
export const message = new TextEncoder().encode('Hello')

/** A person's browsers, the servers that they ask, and the clock of all of them. */
export function testDevices() {
  const clock = { time: 1_763_000_000_000 }
  const servers = pretendServers({ now: () => clock.time })
  /** A new browser, with its clock off by `clockMs`. */
  function newDevice({ clockMs = 0, store = memoryStore(), policy = 'convenient' as RecoveryPolicy } = {}) {
    const waiting: (() => void)[] = []
    const lock = createLock()
    const start = (now: RecoveryPolicy = policy): Wallet =>
      createWallet({
        settings: {
          projectId: 'test',
          apiUrl: 'https://api.example',
          guardianUrl: 'https://guardian.example',
          policy: now,
          deviceLabel: 'Firefox on Linux',
        },
        store,
        fetch: (input, init) => servers.fetch(input, init),
        now: () => clock.time + clockMs,
        lock,
        wait: () => new Promise((resolve) => waiting.push(resolve)),
      })
    return { store, wallet: start(), reopen: start, waiting }
  }

  async function logIn(wallet: Wallet): Promise<Person> {
    expect(await wallet.startEmail({ email, site })).toEqual({ isMailed: true })
    const login = await wallet.verifyEmail({ code: servers.code })
    if (!('person' in login)) throw new Error('the device is new')
    return login.person
  }

  /** Posts the form of the last mail's link. */
  async function press(fields: Record<string, string> = {}): Promise<Response> {
    const link = new URL(/https:\S+/.exec(servers.mails.at(-1)!.text)![0])
    const token = link.pathname.split('/').at(-1)!
    return await servers.guardian.request(link.pathname, {
      method: 'POST',
      body: new URLSearchParams({ token, ...fields }),
    })
  }

  /** The link of the last mail, answered with the number that the device shows. */
  async function approve(number: string): Promise<void> {
    expect((await press({ number })).status).toBe(200)
  }

  /** Logs a new device in, and approves the guardian's link. */
  async function recoverByLink({ wallet, waiting }: TestDevice, as = email): Promise<Person | Held> {
    await wallet.startEmail({ email: as, site })
    await wallet.verifyEmail({ code: servers.code })
    clock.time += 30_000
    const { number } = await wallet.startRelease()
    const recovered = turning(waiting, wallet.awaitRelease())
    await approve(number)
    return await recovered
  }

  async function enrolByLink(device: TestDevice, as?: string): Promise<Person> {
    const person = await recoverByLink(device, as)
    if ('opensAt' in person) throw new Error('the device has to wait')
    return person
  }
  return Object.assign(clock, { servers, newDevice, logIn, press, approve, recoverByLink, enrolByLink })
}
/** As the browser's: one at a time by name, over all tabs of a device. */
function createLock() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const turn = (last.get(name) ?? Promise.resolve()).then(run)
    last.set(
      name,
      turn.catch(() => {}),
    )
    return turn
  }
}
export type TestDevice = { wallet: Wallet; waiting: (() => void)[] }

export async function isSigning(wallet: Wallet, { evmAddress }: Person): Promise<boolean> {
  const signature = await wallet.sign({ kind: 'evmMessage', message })
  return await verifyMessage({ address: evmAddress as `0x${string}`, message: 'Hello', signature })
}

/** Turns the waiting around until what is waited for has come. */
export async function turning<T>(waiting: (() => void)[], promise: Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    for (const go of waiting.splice(0)) go()
  }, 1)
  return await promise.finally(() => clearInterval(timer))
}
