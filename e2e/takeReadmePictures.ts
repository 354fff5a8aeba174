import { keepPicture } from '@billfold/react/test/gallery/pictureFiles.ts'
import { openPictureBrowser, readmeFolder, readmePictures } from './readmePictures.ts'

// npm run pictures -- --readme [address]: README.md's pictures of a site that npm start runs; those that show the same stay
// as they are.
const [, , , site = 'http://app.billfold.localhost:4100'] = process.argv
const { browse, close } = await openPictureBrowser(site)
try {
  for (const [name, take] of Object.entries(readmePictures))
    if (await keepPicture(name, await take(browse), readmeFolder)) console.log(`${name}.png is new`)
} finally {
  await close()
}
console.log(`Pictures are in ${readmeFolder}`)
