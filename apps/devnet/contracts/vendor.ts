// Fetches the contracts whose packages cannot be installed (their dependency trees need git over ssh) and stores only
// the interface and bytecode of each, in artifacts/vendor/: `node apps/devnet/contracts/vendor.ts`. Licenses:
// NOTICE.md.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { multicall3Abi } from 'viem'

type Package = { name: string; integrity: string; contracts: Record<string, string> }

const packages: Package[] = [
  {
    name: '@ensdomains/root@0.2.0',
    integrity: 'sha512-Jo0Fo5DNmszIlZai3EwkMFGX9qznFmzYpKWRyb83KntWaWJ+u1TFXxdVXnglV5UNtV+t2BI5qrHGIBwyfuheRg==',
    contracts: { ENSRegistry: 'build/contracts/ENSRegistry.json' },
  },
  {
    name: '@ensdomains/resolver@0.3.1',
    integrity: 'sha512-cXY7nomODddJ59pvkwkxp7StgKcv8Xb0OhQE/pCe80448T8tELPGEghf2thtjz4+4f+c7mt8XJQ04Y0Guc0lnA==',
    contracts: {
      PublicResolver: 'build/contracts/PublicResolver.json',
      ReverseRegistrar: 'build/contracts/ReverseRegistrar.json',
    },
  },
  {
    name: '@ensdomains/ethregistrar@2.0.5',
    integrity: 'sha512-jd1Ca9m0HsfIJQ+dqmyrVBF3fXVDUnzMQmJU1IxydJVvqPq0Ijh/aP/8YoPjLpuzlfnTqUdX0VIAZvTCMw4Tag==',
    contracts: {
      BaseRegistrar: 'build/contracts/BaseRegistrarImplementation.json',
      ETHRegistrarController: 'build/contracts/ETHRegistrarController.json',
      StablePriceOracle: 'build/contracts/StablePriceOracle.json',
    },
  },
  {
    name: '@1inch/solidity-utils@6.9.16',
    integrity: 'sha512-SnOB37v1BC5rGT60d7gUi0cEhwpUczoHdIfilKeehbmX7o3CDENgvbMpOv2jmSADh/iq+zhs+RDum+nJ+uUwTQ==',
    contracts: { Permit2: 'dist/src/permit2.json' },
  },
]

const folder = new URL('./artifacts/vendor/', import.meta.url)
mkdirSync(folder, { recursive: true })

function write(contract: string, artifact: { abi: unknown; bytecode: string }) {
  if (!/^0x([0-9a-f]{2})+$/.test(artifact.bytecode)) throw new Error(`${contract} has no linked bytecode.`)
  writeFileSync(new URL(`${contract}.json`, folder), `${JSON.stringify(artifact)}\n`)
}

function vendor({ name, integrity, contracts }: Package, directory: string) {
  const stdout = execFileSync('npm', ['pack', name, '--silent'], { cwd: directory, encoding: 'utf8', timeout: 120_000 })
  const tarball = join(directory, stdout.trim())
  const hash = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  if (hash !== integrity) throw new Error(`${name} is not the reviewed package: its hash is ${hash}.`)
  for (const [contract, path] of Object.entries(contracts)) {
    const text = execFileSync('tar', ['-xzOf', tarball, `package/${path}`], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      timeout: 60_000,
    })
    const { abi = [], bytecode } = JSON.parse(text) as { abi?: unknown[]; bytecode: string }
    write(contract, { abi, bytecode })
  }
}

const directory = mkdtempSync(join(tmpdir(), 'vendor-'))
try {
  for (const entry of packages) vendor(entry, directory)
} finally {
  rmSync(directory, { recursive: true })
}

// viem is installed, but does not export the bytecode it carries.
const contractsOfViem = new URL('./constants/contracts.js', import.meta.resolve('viem'))
const { multicall3Bytecode } = (await import(contractsOfViem.href)) as { multicall3Bytecode: string }
write('Multicall3', { abi: multicall3Abi, bytecode: multicall3Bytecode.toLowerCase() })
