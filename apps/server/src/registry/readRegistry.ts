import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Wallet } from '@billfold/protocol/api/registry'
import * as z from 'zod/mini'
import { StartupError } from '../process/startupError.ts'
import { type Picture, type PictureKind, pictureKinds, readPicture, readPictures } from './readPictures.ts'
import { toWallet, walletFields, walletFile } from './walletFile.ts'

const assetFile = z.array(
  z.strictObject({
    shape: z.enum(['network', 'wallet']),
    name: z.string(),
    letters: z.string().check(z.regex(/^[A-Z0-9]{1,2}$/)),
    colour: z.string().check(z.regex(/^#[0-9A-F]{6}$/)),
    ids: z.array(z.string()).check(z.minLength(1)),
  }),
)

/** A network or a connector that we draw. */
export type Asset = z.infer<typeof assetFile>[number]

/** The wallets and pictures that this server knows. */
export type RegistryFiles = {
  wallets: Wallet[]
  assets: Asset[]
  /** The operator's own pictures. */
  pictures: Pictures
  /** The marks of wallets, networks and tokens that come with the server; what is in neither is drawn. */
  logos: Pictures
}

type Pictures = Readonly<Record<PictureKind, ReadonlyMap<string, Picture>>>

const bundled = fileURLToPath(new URL('../../registry/', import.meta.url))
const maxFileBytes = 65_536

/** Reads the bundled registry and then an operator's folder, whose wallets replace bundled ones of the same id. */
export function readRegistry(operatorDir?: string, { hasLogos = true } = {}): RegistryFiles {
  const wallets = new Map<string, Wallet>()
  const ofWallets = new Map<string, Picture>()
  for (const dir of operatorDir ? [bundled, operatorDir] : [bundled]) {
    const seen = new Map<string, string>()
    for (const { file, wallet, isHidden } of readWallets(join(dir, 'wallets'))) {
      const other = seen.get(wallet.id)
      if (other) throw new StartupError(`${file}: the id is already used by ${other}.`)
      seen.set(wallet.id, file)
      if (isHidden) wallets.delete(wallet.id)
      else wallets.set(wallet.id, wallet)
      const logo = dir === bundled && hasLogos ? readLogo(file) : undefined
      if (logo) ofWallets.set(wallet.id, logo)
    }
  }
  if (operatorDir && !isFolder(operatorDir))
    throw new StartupError(`REGISTRY_DIR must be a readable folder, not ${operatorDir}.`)
  const assets = z.parse(assetFile, readJsonFile(join(bundled, 'assets.json')))
  const logos = { ...readAll(hasLogos ? bundled : undefined), wallets: ofWallets }
  return { wallets: [...wallets.values()], assets, pictures: readAll(operatorDir), logos }
}

const readAll = (dir: string | undefined) =>
  Object.fromEntries(
    pictureKinds.map((kind) => [kind, dir ? readPictures(dir, kind, { isOurs: dir === bundled }) : new Map()]),
  ) as Pictures

/** The mark of a wallet that came with the server lies beside its file. */
function readLogo(walletFile: string): Picture | undefined {
  const file = walletFile.replace(/json$/, 'svg')
  return statSync(file, { throwIfNoEntry: false }) ? readPicture(file, { isOurs: true }) : undefined
}

function readWallets(dir: string): { file: string; wallet: Wallet; isHidden: boolean }[] {
  if (!isFolder(dir)) return []
  return readdirSync(dir)
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .sort()
    .map((name) => {
      const file = join(dir, name)
      const result = z.safeParse(walletFile, readJsonFile(file))
      if (!result.success) throw new StartupError(`${file}: ${sentence(result.error.issues[0])}`)
      return { file, wallet: toWallet(result.data), isHidden: result.data.hidden === true }
    })
}

function sentence(issue: { code?: string; path: PropertyKey[]; keys?: string[] } | undefined): string {
  if (issue?.code === 'unrecognized_keys') return `${issue.keys?.[0]} is not a field of a wallet.`
  const field = String(issue?.path[0] ?? '')
  if (field === '') return 'a wallet must be a JSON object.'
  return `${issue?.path.join('.')} must be ${walletFields[field] ?? 'left out'}.`
}

function readJsonFile(file: string): unknown {
  let text: string
  try {
    if (statSync(file).size > maxFileBytes) throw new StartupError(`${file} is larger than ${maxFileBytes} bytes.`)
    text = readFileSync(file, 'utf8')
  } catch (e) {
    throw e instanceof StartupError ? e : new StartupError(`${file} cannot be read.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new StartupError(`${file} is not JSON.`)
  }
}

function isFolder(dir: string): boolean {
  return statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true
}
