import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { elementTable } from '@billfold/react/elements/elementTable.ts'
import { optionPictures, pictureName } from '@billfold/react/gallery/optionPictures.ts'
import * as networks from '@billfold/react/networks'
import { type Declared, declarationsOf, type Member } from './declarationsOf.ts'
import { optionGroups, withoutOptions } from './referenceGroups.ts'

const api = 'packages/react/src/api'
const sources = [
  'packages/react/src/createAppKit.tsx',
  'packages/core/src/model/options.ts',
  'packages/core/src/features/options/resolveOptions.ts',
  'packages/core/src/model/relayUrl.ts',
  'packages/core/src/model/relayEntry.ts',
  'packages/core/src/model/connector.ts',
  'packages/react/src/theme/themeProperties.ts',
  'packages/react/src/i18n/createSpeech.ts',
  ...['AppKit', 'publicState', 'connections', 'fetchBalance', 'lastEvent', 'caipNetwork'].map(
    (name) => `${api}/${name}.ts`,
  ),
  ...['ButtonFace', 'NetworkButtonFace', 'WalletButtonFace', 'OnrampWidget'].map((name) => `${api}/${name}.tsx`),
]

/** The parts of the reference that come from the types: a page includes each by `<!-- generated name -->`. */
export type Reference = Readonly<
  Record<'options' | 'hooks' | 'components' | 'elements' | 'methods' | 'networks', string>
>

/** Writes the reference from the kit's own types and their JSDoc, as Markdown. */
export async function writeReference(root: string): Promise<Reference> {
  const read = async (file: string) => declarationsOf(file, await readFile(path.join(root, file), 'utf8'))
  const exported = [...(await readFile(path.join(root, 'packages/react/src/index.ts'), 'utf8')).matchAll(exportLine)]
  const doors = exported.flatMap(([, names = '', file = '']) => {
    const values = names.split(',').map((name) => name.trim())
    return values.filter((name) => /^(?:use[A-Z]|AppKit\w+$)/.test(name)).map((name) => ({ name, file }))
  })
  const types = new Map<string, Declared>()
  for (const file of new Set([...sources, ...doors.map(({ file }) => `packages/react/src/${file}`)]))
    for (const [name, declared] of await read(file)) types.set(name, declared)
  const typeOf = (name: string): Declared => {
    const declared = types.get(name)
    if (!declared) throw new Error(`The reference found no ${name} in its sources`)
    return declared
  }
  const named = doors.map(({ name }) => name)
  return {
    options: writeOptions(typeOf),
    hooks: named
      .filter((name) => name.startsWith('use'))
      .map((name) => writeHook(typeOf(name), types))
      .join('\n\n'),
    components: named
      .filter((name) => name.startsWith('AppKit') && name !== 'AppKitContext')
      .map((name) => writeComponent(typeOf(name), types))
      .join('\n\n'),
    elements: Object.entries(elementTable)
      .map(([tag, attributes]) => `| \`${tag}\` | ${attributes.map((name) => `\`${name}\``).join(' ')} |`)
      .join('\n'),
    methods: writeMethods(typeOf('AppKit')),
    networks: Object.entries(networks)
      .map(([name, network]) => `| \`${name}\` | ${network.name} | \`${network.caipNetworkId}\` |`)
      .join('\n'),
  }
}

const exportLine = /^export \{ ([^{}]+) \} from '\.\/([^']+)'/gm

function writeOptions(typeOf: (name: string) => Declared): string {
  // A site's option overrides the kit's derived one.
  const all = ['Options', 'OptionsInput', 'CreateAppKit'].flatMap((name) => typeOf(name).members)
  const members = new Map(
    all.filter(({ name }) => !withoutOptions.includes(name)).map((member) => [member.name, member]),
  )
  const parts = Object.entries(optionGroups).map(([title, names]) => {
    const listed = names.flatMap((name) => members.get(name) ?? [])
    for (const { name } of listed) members.delete(name)
    return `## ${title}\n\n${listed.map((member) => option(member, typeOf)).join('\n\n')}`
  })
  if (members.size > 0)
    parts.push(`## More\n\n${[...members.values()].map((member) => option(member, typeOf)).join('\n\n')}`)
  const features = typeOf('Features').members.map((member) => ({ ...member, name: `features.${member.name}` }))
  parts.push(
    `## Features\n\nEach is a field of \`features\`.\n\n${features.map((member) => option(member, typeOf)).join('\n\n')}`,
  )
  return parts.join('\n\n')
}

/** An option, with pictures of what it changes after its type: beside the text in a wide window. */
function option(member: Member, typeOf: (name: string) => Declared): string {
  const [heading = '', type = '', ...rest] = item(member, typeOf).split('\n\n')
  const pictures = (optionPictures[member.name] ?? [])
    .map((picture) => `![${picture.alt}](../pictures/states/${pictureName(picture)}.png)`)
    .join(' ')
  return [heading, type, pictures, ...rest].filter(Boolean).join('\n\n')
}

/** A field with a heading of its own, so that links and the search reach it. */
function item({ name, type, about }: Member, typeOf?: (name: string) => Declared): string {
  return [`### \`${name}\``, `\`${typeOf ? spelled(type, typeOf) : type}\``, about].filter(Boolean).join('\n\n')
}

/** A name of ours whose meaning is short enough to replace it. */
function spelled(type: string, typeOf: (name: string) => Declared): string {
  const name = /^(RelayUrl|ThemeMode|LocaleRequest)$/.exec(type)?.[1]
  return name ? typeOf(name).type : type
}

function writeHook({ name, about, signature, type, members }: Declared, types: ReadonlyMap<string, Declared>): string {
  const returned = members.length > 0 ? members : (types.get(type)?.members ?? [])
  const result =
    type && (returned.length === 0 || members.length === 0)
      ? `Returns \`${type}\`${returned.length > 0 ? ':' : '.'}`
      : 'Returns:'
  return [`## ${name}`, about, `\`${signature ?? name}\``, result, fields(returned)].filter(Boolean).join('\n\n')
}

function writeComponent({ name, about, signature }: Declared, types: ReadonlyMap<string, Declared>): string {
  const props = /: (\w+)\)$/.exec(signature ?? '')?.[1]
  const own = props ? (types.get(props)?.members ?? []) : []
  return [`### ${name}`, about, fields(own)].filter(Boolean).join('\n\n')
}

const fields = (members: readonly Member[]): string =>
  members
    .map(({ name, isOptional, isMethod, type, about }) => {
      const written = isMethod ? `${name}${type}` : `${name}${isOptional ? '?' : ''}: ${type}`
      return `- \`${written}\`${about ? ` ${about.replaceAll('\n\n', ' ')}` : ''}`
    })
    .join('\n')

const methodGroups: readonly (readonly [title: string, test: (member: Member) => boolean])[] = [
  ['Read', ({ name }) => /^(?:get|is)[A-Z]/.test(name)],
  ['Change', ({ name }) => /^(?:set|update|add|remove|switch)[A-Z]/.test(name)],
  ['Follow', ({ name }) => name.startsWith('subscribe')],
  ['Open, close, leave', ({ isMethod }) => isMethod],
]

/** The object's methods by purpose; its fields are for the kit's own packages. */
function writeMethods({ members }: Declared): string {
  const left = new Set(members.filter(({ isMethod }) => isMethod))
  const parts = methodGroups.map(([title, test]) => {
    const listed = [...left].filter(test)
    for (const member of listed) left.delete(member)
    return { title, listed }
  })
  return [...parts.slice(-1), ...parts.slice(0, -1)]
    .map(
      ({ title, listed }) =>
        `## ${title}\n\n${listed.map((m) => item({ ...m, type: `${m.name}${m.type}` })).join('\n\n')}`,
    )
    .join('\n\n')
}
