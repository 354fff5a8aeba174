import { createManifest } from './createManifest.ts'

// node apps/frame/src/manifest/main.ts <built page> <version>: prints the manifest, for `npm run release`.

const [folder = '', version = ''] = process.argv.slice(2)
console.log(JSON.stringify(await createManifest(folder, version), undefined, 2))
