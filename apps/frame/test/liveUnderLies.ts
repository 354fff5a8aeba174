import { guardianRoutes } from '@billfold/protocol/embedded/guardianApi'
import { openerOf } from '@billfold/protocol/embedded/hpke'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import type { RecoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { mnemonicToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { secretOfCode } from '../src/vault/recoveryCode.ts'
import { joinWallet } from '../src/vault/shares.ts'
import { setsOf } from '../src/wallet/deviceStore.ts'
import { pairFor } from '../src/wallet/recoveryKeys.ts'
import { openRecoveries, sourceOfDevice } from '../src/wallet/recoverySources.ts'
import type { Login, Person, Wallet } from '../src/wallet/wallet.ts'
import { type CallName, type Lie, lieFor, type Responses } from './lieFor.ts'
import { openedByApi, openedByGuardian, setsHanded, sharesInTheOpen } from './openedWallets.ts'
import { email, isSigning, site, type TestDevice, testDevices } from './testDevices.ts'

export const logins = ['email', 'google', 'farcaster', 'passkey'] as const
export type Via = (typeof logins)[number]
type Test = ReturnType<typeof testDevices>
type Device = ReturnType<Test['newDevice']>
export type Life = {
  policy: RecoveryPolicy
  via: Via
  lies: readonly Lie[]
  /** Honest servers' responses to other people. */
  strangers?: Responses
  /** The servers lie from the first login on. */
  isFirst?: boolean
}

const movedEmail = 'ann@new.example'
const back = { url: `https://${site}/`, isPopup: true }
const passkey = { credentialId: 'AAAA', clientData: 'AA', authenticatorData: 'AA', signature: 'AA' }
const prf = (byte = 7) => new Uint8Array(32).fill(byte)
/** The calls of each act: a lie runs only in acts that make its call. */
const callsOf = new Map<string, ReadonlySet<CallName>>()

/** Identities that may recover the wallet: the person's own. */
const identitiesOf: Record<Via, readonly string[]> = {
  email: [email, movedEmail].map((subject) => identityHash({ kind: 'email', subject })),
  google: [identityHash({ kind: 'google', subject: '7' })],
  farcaster: [identityHash({ kind: 'farcaster', subject: '7' })],
  passkey: [identityHash({ kind: 'passkey', subject: passkey.credentialId })],
}
export const identityOf = (via: Via): string => identitiesOf[via][0]!

async function logIn({ servers }: Test, wallet: Wallet, via: Via, as = email): Promise<Login> {
  if (via === 'email') {
    const started = await wallet.startEmail({ email: as, site })
    return 'person' in started ? started : await wallet.verifyEmail({ code: servers.code })
  }
  if (via === 'google') {
    const { uri } = await wallet.startSocial({ provider: 'google', site, back })
    expect(uri).toMatch(/^https?:/)
    const flow = new URL(uri).searchParams.get('flow') ?? crypto.randomUUID()
    return (await wallet.finishSocial({ flow, code: 'A'.repeat(43), site })).login
  }
  if (via === 'farcaster') {
    const { url } = await wallet.startFarcaster({ site })
    expect(url).toMatch(/^https?:/)
    const done = await wallet.finishFarcaster({ site })
    if ('isPending' in done) throw new Error('no one has signed')
    return done.login
  }
  await wallet.startPasskey({ site })
  return await wallet.finishPasskey({ passkey, prf: prf() })
}

/** Has the guardian open something, by its email or its own login, and waits no longer than it takes. */
async function approveAtGuardian(
  test: Test,
  { wallet, waiting }: TestDevice,
  start: () => ReturnType<Wallet['startRelease']>,
) {
  const { number, uri } = await start()
  // The screen makes a link of it.
  if (uri !== undefined) expect(uri).toMatch(/^https?:/)
  const isDone = { is: false }
  const done = wallet.awaitRelease().finally(() => {
    isDone.is = true
  })
  done.catch(() => {})
  if (!uri) await test.press({ number }).catch(() => {})
  else await logInThere(test, uri, number).catch(() => {})
  for (let round = 0; round < 3 && !isDone.is; round++) {
    while (waiting.length === 0 && !isDone.is) await new Promise((resolve) => setTimeout(resolve, 1))
    for (const go of waiting.splice(0)) go()
  }
  while (waiting.length === 0 && !isDone.is) await new Promise((resolve) => setTimeout(resolve, 1))
  return await Promise.race([done, Promise.reject(new Error('the guardian is silent'))])
}

async function logInThere({ servers }: Test, uri: string, number: string): Promise<void> {
  const { guardian } = servers
  const redirect = await guardian.request(new URL(uri).pathname)
  const headers = { cookie: redirect.headers.get('set-cookie')!.split(';')[0]! }
  const to = new URL(redirect.headers.get('location')!, 'https://guardian.example')
  const isPhone = to.pathname.includes('/farcaster/')
  const answered = `/guardian/v1/social/google?code=c&state=${to.searchParams.get('state')}`
  const page = (await guardian.request(isPhone ? to.pathname : answered, { headers })).headers.get('location')!
  const body = new URLSearchParams({ token: page.split('/').at(-1)!, number })
  await guardian.request(page, { method: 'POST', body })
}

/** Whether a set of the device leads back with this code, and no server. */
async function leadsBack({ store }: Device, code: string, address: string): Promise<boolean> {
  const pair = pairFor(address, secretOfCode(code))
  const publicKey = encodeBase64Url(pair.publicKey)
  for (const device of store.devices.values()) {
    const sources = setsOf(device).map((set) => sourceOfDevice(device.keys, set))
    const opened = await openRecoveries(sources, (key) => key.publicKey === publicKey, openerOf(pair.secretKey))
    for (const { source, share } of opened)
      if (await joinWallet(await source.other(), share, address).catch(() => undefined)) return true
  }
  return false
}

/** The outcome of an act; nothing if it was refused, as honest software does with what it does not believe. */
async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error && error.name === 'AssertionError') throw error
    return undefined
  }
}

/** A person with two devices does everything there is to do while the servers lie; then they are honest again. */
export async function liveUnderLies(life: Life): ReturnType<typeof begin> {
  try {
    return await begin(life)
  } catch (error) {
    const { strangers: _, ...response } = life
    if (error instanceof Error) error.message += ` (${JSON.stringify(response)})`
    throw error
  }
}

async function begin({ policy, via, lies, strangers = new Map(), isFirst = false }: Life) {
  const test = testDevices()
  const { servers } = test
  const liar = lieFor(servers, lies, strangers)
  const names = lies.map(({ name }) => name)
  const isGuardianLying = names.some((name) => name in guardianRoutes)
  const seen: Responses = new Map()
  const devices = [test.newDevice({ policy }), test.newDevice({ policy })] as const
  const [one, two] = devices
  liar.isOn = isFirst
  const login = await (isFirst ? attempt(() => logIn(test, one.wallet, via)) : logIn(test, one.wallet, via))
  const own = login && 'person' in login ? login.person : undefined
  if (!own && !isFirst) throw new Error('the first login failed')
  let code =
    (login && 'code' in login ? login.code : undefined) ?? (await attempt(() => one.reopen().newRecoveryCode()))

  const isOwn = (person: Person | null) => {
    if (!person || !own) return
    expect(person.evmAddress).toBe(own.evmAddress)
    if (via === 'email') expect([email, movedEmail, null]).toContain(person.email)
  }
  /** The address that they log in with by now: an honest API gives the old one's codes to no one else. */
  const address = () => (servers.wallets.has(identitiesOf.email[1]!) ? movedEmail : email)
  const signs = async (wallet: Wallet, person: Person) => {
    const isSigned = await attempt(() => isSigning(wallet, person))
    if (isSigned !== undefined) expect(isSigned).toBe(true)
    return isSigned === true
  }
  /** Checks that neither server alone opens anything with all it received. */
  const check = async () => {
    const records = devices.flatMap(({ store }) => [...store.devices.values()])
    const wallets = new Map(
      [...records.flatMap(setsOf), ...servers.wallets.values()].map((each) => [each.walletId, each]),
    )
    const handed = setsHanded(servers, [...wallets.values()])
    const authShares = new Set(handed.map(({ shares }) => shares.authShare))
    expect(sharesInTheOpen(servers.requests).sort()).toEqual([...authShares].sort())
    expect(sharesInTheOpen(servers.sentToGuardian)).toEqual([])
    expect(await openedByApi(servers, handed, isGuardianLying)).toEqual([])
    const byGuardian = await openedByGuardian(servers, handed, identitiesOf[via])
    expect(byGuardian.opened).toEqual([])
    for (const { charter } of records.flatMap(setsOf)) expect([...identitiesOf[via], null]).toContain(charter.identity)
    return { handed, guardianShares: byGuardian.count }
  }

  const acts: Record<string, () => Promise<unknown>> = {
    async use() {
      const wallet = one.reopen()
      isOwn((await attempt(() => wallet.restore())) ?? null)
      if (own) await signs(wallet, own)
      await attempt(() => wallet.sponsorPass())
    },
    async comeBack() {
      await attempt(() => one.wallet.signOut())
      const login = await attempt(() => logIn(test, one.reopen(), via))
      // By a social login a server can name someone new, who then has an empty wallet of their own. No one else has it, either.
      if (login && 'person' in login && (login.code === undefined || via === 'email')) isOwn(login.person)
    },
    async renewCode() {
      code = (await attempt(() => one.reopen().newRecoveryCode())) ?? code
    },
    async vouch() {
      if (via !== 'google' && via !== 'farcaster') return
      const wallet = one.reopen()
      const there = { wallet, waiting: one.waiting }
      await attempt(() => approveAtGuardian(test, there, () => wallet.startVouching()))
    },
    async addDevice() {
      const other = await attempt(() => logIn(test, two.wallet, via))
      // A server that says that there is no wallet yet is given a new one, which is the person's alone.
      if (other && 'person' in other) return void (await signs(two.wallet, other.person))
      if (!other || !own) return
      const letters = await two.wallet.deviceCode()
      await attempt(() => one.reopen().approveDevice({ code: letters }))
      isOwn((await attempt(() => two.wallet.recoverByDevice())) ?? null)
      if (code !== undefined) isOwn((await attempt(() => two.wallet.recoverByCode({ code: code! }))) ?? null)
      await signs(two.wallet, own)
    },
    async recoverByLink() {
      const third = test.newDevice({ policy })
      const other = await attempt(() => logIn(test, third.wallet, via))
      if (!other || 'person' in other) return
      const person = await attempt(() => approveAtGuardian(test, third, () => third.wallet.startRelease()))
      if (person && 'evmAddress' in person) isOwn(person)
      if (person && own) await signs(third.wallet, own)
    },
    async keepPasskey() {
      const wallet = one.reopen()
      await attempt(() => wallet.addPasskey({ credentialId: 'BBBB', prf: prf(8), label: 'Key' }))
      await attempt(() => wallet.removePasskey({ credentialId: 'BBBB' }))
      await attempt(() => wallet.loosenPolicy())
    },
    async removeDevice() {
      const wallet = one.reopen()
      const devices = (await attempt(() => wallet.listDevices())) ?? []
      for (const device of devices.filter(({ isThisOne }) => !isThisOne))
        await attempt(() => wallet.revokeDevice(device))
    },
    async export() {
      const wallet = one.reopen()
      await attempt(() => wallet.startReauth({ purpose: 'export' }))
      const proof = via === 'passkey' ? { passkey } : { code: servers.code }
      const words = await attempt(() => wallet.exportWords(proof))
      if (words !== undefined && own) expect(mnemonicToAccount(words).address).toBe(own.evmAddress)
    },
    async changeEmail() {
      const wallet = one.reopen()
      await attempt(async () => {
        const { step } = await wallet.startEmailChange({ email: movedEmail })
        if (step === 'primary') await wallet.verifyOldEmail({ code: servers.code })
        await wallet.verifyNewEmail({ code: servers.code })
      })
    },
    async deleteAndReturn() {
      const wallet = one.reopen()
      await attempt(() => wallet.startReauth({ purpose: 'delete' }))
      const proof = via === 'passkey' ? { passkey } : { code: servers.code }
      await attempt(() => wallet.deleteAccount(proof))
      test.time += 86_400_000
      const login = await attempt(() => logIn(test, one.reopen(), via, address()))
      if (login && 'person' in login && login.code === undefined) isOwn(login.person)
    },
    async restoreLater() {
      isOwn((await attempt(() => one.reopen().restore())) ?? null)
    },
  }
  const hears = (act: string) => {
    const calls = callsOf.get(`${via} ${act}`)
    return lies.length === 0 || !calls || names.some((name) => calls.has(name))
  }
  const chosen = Object.entries(acts).filter(([act]) => hears(act))
  const note = () => {
    for (const [name, value] of liar.seen)
      if (JSON.stringify(value).length > JSON.stringify(seen.get(name) ?? '').length) seen.set(name, value)
    liar.seen.clear()
  }
  note()
  liar.isOn = true
  for (const [act, run] of lies.length === 1 ? chosen.slice(0, 2) : chosen) {
    test.time += 3_600_000
    await run()
    if (lies.length === 0) callsOf.set(`${via} ${act}`, new Set(liar.seen.keys()))
    note()
  }

  liar.isOn = false
  test.time += 3_600_000
  if (own) await expectWhole(own)
  return { servers, seen, log: liar.log, own, ...(await check()) }

  /** The person's own device opens their wallet and no other one, with the code at the latest; and the code leads back by itself. */
  async function expectWhole(own: Person): Promise<void> {
    const again = one.reopen()
    const isBack = async () => (await again.restore())?.evmAddress === own.evmAddress
    if (!(await isBack())) await attempt(() => logIn(test, again, via, address()))
    isOwn(await again.restore())
    if (!(await signs(again, own))) {
      expect(code).toBeDefined()
      await again.recoverByCode({ code: code! })
      expect(await signs(again, own)).toBe(true)
    }
    if (code !== undefined) expect(await leadsBack(one, code, own.evmAddress)).toBe(true)
  }
}
