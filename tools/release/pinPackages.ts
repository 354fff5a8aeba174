import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { arches, debianPackages } from './debianPackages.ts'
import { openApt } from './fetchDebian.ts'

// node tools/release/pinPackages.ts: prints the versions and hashes for debianPackages.ts, from this machine's apt sources.

const cache = join(resolve(import.meta.dirname, '../..'), '.billfold/release')
for (const arch of ['x64', 'arm64'] as const) {
  const { options } = await openApt(arch, cache)
  for (const { name, version, hashes } of debianPackages) {
    const shown = execFileSync('apt-cache', [...options, 'show', '--no-all-versions', name], { encoding: 'utf8' })
    const field = (title: string) => new RegExp(`^${title}: (.*)$`, 'm').exec(shown)?.[1]
    const isSame = field('Version') === version && field('SHA256') === hashes[arch]
    console.log(`${isSame ? ' ' : '!'} ${arches[arch].debian} ${name} ${field('Version')} ${field('SHA256')}`)
  }
}
