import { begin } from './setup/begin.mjs'

// npm run pictures: the gallery's. With --readme those of a running site in README.md, with --peers ours beside others',
// with --since <commit> the gallery's of that commit beside today's.
const takers = {
  '--since': '../packages/react/test/gallery/pairPictures.ts',
  '--readme': '../e2e/takeReadmePictures.ts',
  '--peers': '../bench/peers/pictures/takePictures.ts',
}
const [, , kind] = process.argv

await begin(takers[kind] ?? '../packages/react/test/gallery/takePictures.ts')
