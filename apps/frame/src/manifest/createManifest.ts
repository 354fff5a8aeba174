import { createHash } from 'node:crypto'
import { type FrameManifest, slots } from '@billfold/protocol/frame/frameManifest'
import type { FrameSettings } from '../page/readSettings.ts'
import { cacheControl } from '../server/createFrame.ts'
import { frameDocument, refusalDocument } from '../server/frameDocument.ts'
import { frameHeaders } from '../server/frameHeaders.ts'
import { loadFrameFiles } from '../server/loadFrameFiles.ts'

/** The manifest of a built page. */
export async function createManifest(folder: string, version: string): Promise<FrameManifest> {
  const files = await loadFrameFiles(folder)
  const document = String(await frameDocument(files, { projectId: marker } as FrameSettings))
  const [before, after, ...more] = document.split(JSON.stringify({ projectId: marker }))
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error('The document must contain its settings once.')
  return {
    format: 1,
    version,
    files: [...files.all.values()]
      .map(({ path, type, bodies: { identity } }) => ({
        ...{ path, type, bytes: identity.length },
        sha256: createHash('sha256').update(identity).digest('hex'),
      }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    document: { before, after },
    unknownProject: String(await refusalDocument('unknownProject')),
    headers: {
      all: frameHeaders({ connect: [slots.connect], ancestors: [slots.ancestors] }),
      ...cacheControl,
    },
  }
}

const marker = 'the-settings'
