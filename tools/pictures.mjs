import { begin } from './setup/begin.mjs'

await begin('../packages/react/test/gallery/takePictures.ts')
